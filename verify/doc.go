// Package verify compares an entry of a .bib file with records of works. It grades how well the
// entry describes one of them.
//
// The package is pure: [Compare] receives the candidate records from its caller, and reads neither
// the clock nor files. Package verify/audit finds the candidates, and package verify/report prints
// the results.
//
// The five grades are:
//   - verified: a record agrees with the entry
//   - check: a person should look at the entry
//   - mismatch: the entry contradicts a record
//   - not_found: no record was found, but the work may exist
//   - error: a source could not be queried
package verify
