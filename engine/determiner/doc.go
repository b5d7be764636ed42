// Package determiner restores the articles that titles leave out, as in "tree
// representations in transition system".
//
// Whether a noun needs an article follows from how often scientific abstracts use it without one: "system"
// hardly ever, "expression" mostly. usage.bin holds the counts of the abstracts of computational linguistics
// and biomedicine whose papers belong to the train split.
package determiner
