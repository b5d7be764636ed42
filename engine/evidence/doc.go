// Package evidence finds the passages of a paper that are closest to a claim, and classifies the
// relation of the paper to the claim: it supports the claim, refutes it, is on its topic, or has
// nothing on it.
//
// Scores are probabilities between 0 and 1. Given two papers of a field, the score of a paper is
// the probability that the claim cites this one and not the other. The score of a passage is the
// probability that the cited paper has such a closest passage. Both are logistic regressions on a
// few features, fitted by models/train/evidence.py and measured by internal/eval.
//
// Scores only measure topical similarity. Support and contradiction are decided by engine/check,
// which compares statements, so that a paper on the same topic does not support a claim by that.
//
// Texts of papers are untrusted. All functions run in linear time on bounded input and are safe for
// concurrent use.
package evidence
