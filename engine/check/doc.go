// Package check decides whether passages of a paper show what a sentence says
// of it: every content word, name, number, comparison, denial and relation.
// Rules name what is wrong; a small forest of decision trees weighs all that
// was compared and gives a calibrated probability.
//
// All functions are pure, linear in the length of their input but for bounded
// factors, and safe for concurrent use.
package check
