// Package corpus reads papers in many formats into SciLit's unified schema (Gu and Hahnloser, ACL
// 2023, Listing 1).
//
// A [Library] reads files and folders. It detects a file's format from its first bytes instead of its
// name, and decompresses gzip and zstd. [Formats] lists all formats. The table in format.go lists each
// format's recogniser and reader. Most readers hold only one record in memory.
//
// An unusable record is skipped and reported with its file and line (invariant 4). Words damaged by
// text extraction from PDFs are repaired.
package corpus
