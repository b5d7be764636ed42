// Package check decides whether passages of a paper support a claim about it. It compares content
// words, names, numbers, comparisons, negations and relations. Rules identify flaws, and a small forest
// of decision trees computes a calibrated probability from all features.
//
// A claim is aligned with the one to three passages that together cover most of it. Words match by
// stem, synonym, derivation or abbreviation, and numbers match with their units. The rules look for:
//   - phrases that refer to the author's own work
//   - a number, a name or a topical word that the paper lacks
//   - a negation on one side only, or an antonym
//   - a comparison that no passage makes
//   - swapped sides of a preposition
//
// A word is topical if one field uses it far more often than another.
//
// All functions are pure and safe for concurrent use. A Paper is not safe for concurrent use, since
// it parses its passages when they are first compared. A check takes linear time, apart from
// bounded factors.
package check
