// Package corpus reads papers in many formats into SciLit's unified schema (Gu and Hahnloser,
// ACL 2023, Listing 1).
//
// A [Library] reads files and folders. It detects a file's format by its first bytes, not by its
// name ([Formats] lists all formats), and decompresses gzip and zstd. The table in format.go names
// the recogniser and the reader of each format. Readers stream: they hold one record in memory.
//
// An unusable record is reported with its file and line and skipped (invariant 4). Words damaged by
// text extraction from PDFs are repaired.
package corpus
