// Package determiner restores the articles that titles leave out, as in "tree
// representations in transition system".
//
// Whether a noun needs an article follows from how often scientific abstracts use it without one:
// "system" hardly ever, "expression" mostly. usage.bin holds counts from the train split's
// abstracts of papers on computational linguistics and biomedicine.
package determiner
