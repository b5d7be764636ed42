// Package check decides whether passages of a paper show what a sentence says
// of it: every content word, name, number, comparison, denial and relation.
// Rules name what is wrong; a small forest of decision trees weighs all that
// was compared and gives a calibrated probability.
//
// A sentence is aligned with the one to three passages that together show most of
// it: stems, synonyms, derived words, abbreviations and what they represent, numbers
// by value and unit. The rules find words of the author's own work, a number, a name
// or a topical word that the paper lacks, a denial on one side alone within the scope of
// its negation, a word where the passage has its contrary, a comparison where the
// passages make none, and two sides of a preposition that are exchanged. A word is topical
// where one field has it far more often than another (frequency.go).
//
// All functions are pure, linear in the length of their input but for bounded
// factors, and safe for concurrent use.
package check
