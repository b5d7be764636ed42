// Package corpus reads papers of many formats into the unified schema of SciLit (Gu and Hahnloser,
// ACL 2023, Listing 1).
//
// A [Library] reads files and folders. It recognises the format of a file by its first bytes, not
// by its name ([Formats] lists all), and unpacks .gz and .zst. Each format has a file with the
// recogniser and the reader that the table of format.go lists. Readers stream: they need memory for
// the largest record.
//
// An unusable record is reported with its file and line and skipped (invariant 4). Words of texts
// that were read off pages are repaired.
package corpus
