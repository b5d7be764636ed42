// Package verify compares an entry of a .bib with records of works and grades how
// well the entry describes one of them.
//
// The package is pure: [Compare] gets the candidate records from its caller, reads
// no clock and no file, and gives the same answer for the same input. Package
// verify/lookup finds the candidates, and verify/report prints the answers.
//
// A grade is one of five: verified, check (a reader should look), mismatch (the
// entry contradicts the record), not_found (no record was seen, which says nothing
// about whether the work exists) and error (a source could not be asked).
package verify
