// Package check decides whether passages of a paper support a claim about it: each content word,
// name, number, comparison, negation and relation. Rules name the flaws, and a small forest of
// decision trees turns all features into a calibrated probability.
//
// A claim is aligned with the one to three passages that together cover most of it, by stems,
// synonyms, derived words, abbreviations, and numbers with their units. The rules look for words of
// the author's own work; for a number, a name or a topical word that the paper lacks; for a
// negation on one side only; for an antonym; for a comparison that no passage makes; and for
// exchanged sides of a preposition. A word is topical if one field uses it far more often than
// another.
//
// All functions are pure, run in linear time but for bounded factors, and are safe for concurrent
// use.
package check
