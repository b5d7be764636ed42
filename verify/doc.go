// Package verify compares an entry of a .bib with records of works and grades how well the
// entry describes one of them.
//
// The package is pure: [Compare] gets the candidate records from its caller, reads neither
// clock nor files, and returns the same result for the same input. Package verify/audit finds
// the candidates, and verify/report prints the results.
//
// A grade is one of five: verified, check (a user should look), mismatch (the entry
// contradicts a record), not_found (no record was found; the work may exist) and error (a
// source could not be queried).
package verify
