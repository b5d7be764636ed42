// Package corpus reads papers in many formats into SciLit's unified schema (Gu and Hahnloser, ACL
// 2023, Listing 1).
//
// A [Library] reads files and folders. It detects a file's format from its first bytes instead of its
// name, and decompresses gzip and zstd. [Formats] lists all formats. The table in format.go names the
// recogniser and the reader of each format. Readers hold only one record in memory.
//
// If a record is unusable, it is skipped and reported with its file and line (invariant 4). Words that
// were damaged by the extraction of text from PDFs are repaired.
package corpus
