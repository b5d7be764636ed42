// Package evidence finds the passages of a paper that are closest to a claim. It classifies the relation
// of the paper to the claim: the paper supports it, refutes it, is on its topic, or contains nothing
// about it.
//
// Scores are probabilities. The score of a paper is the probability that the claim cites this paper
// rather than another one in the field. The score of a passage is the probability that it looks like the
// closest passage of a cited paper. Both are computed by logistic regressions on a few features, which
// were fitted with models/train/evidence.py and evaluated with internal/eval.
//
// Scores only measure topical similarity, and being on the same topic is not enough to support a
// claim. Package engine/check compares statements and proves support and contradiction by rules. If
// the rules prove nothing, a Judge may read the claim together with the closest passages.
//
// Texts of papers are untrusted. All functions run in linear time on bounded input and are safe for
// concurrent use.
package evidence
