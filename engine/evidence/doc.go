// Package evidence finds the passages of a paper that are closest to a claim. It classifies the
// relation of the paper to the claim: the paper supports it, refutes it, is on its topic, or
// contains nothing about it.
//
// Scores are probabilities between 0 and 1. The score of a paper is the probability that the claim
// cites this paper rather than another one in the field. The score of a passage is the probability
// that the closest passage of a cited paper looks like it. Both are logistic regressions on a few
// features, fitted with models/train/evidence.py and evaluated with internal/eval.
//
// Scores only measure topical similarity. Package engine/check compares statements and decides on
// support and contradiction, so that being on the same topic is not enough to support a claim.
//
// Texts of papers are untrusted. All functions run in linear time on bounded input and are safe for
// concurrent use.
package evidence
