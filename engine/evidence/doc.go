// Package evidence finds the passages of a paper that are closest to a claim, and
// grades how the paper relates to it: it supports the claim, refutes it, is only about
// the same, or nothing of the claim is found in what is known of the paper.
//
// Scores are probabilities between 0 and 1. That of a paper is how likely a sentence
// that cites one of two papers of a field, this one and any other, cites this one. That of a
// passage is how likely a closest passage like it is one of the cited paper. Both are sums of a
// few features (models/train/evidence.py fits their weights, engine/eval measures them),
// and say what a text is about. Support and contradiction are left to engine/check,
// which compares statements: a paper that is merely about the same never supports.
//
// Texts of papers are data. All functions are linear in the length of their input,
// which is bounded, and safe for concurrent use.
package evidence
