// Package corpus reads papers in the unified schema of SciLit (Gu and
// Hahnloser, ACL 2023, Listing 1) as a stream, whatever the size: JSON lines,
// one JSON array or single objects, gzip or not, recognised from the content.
//
// A record that cannot be used is reported with its file and line and left
// out; reading goes on (invariant 4).
package corpus
