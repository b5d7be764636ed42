// Package corpus reads papers into the unified schema of SciLit (Gu and
// Hahnloser, ACL 2023, Listing 1) from whatever a user's library is written in.
//
// A [Library] goes through files and folders. What a file is written in is told
// by its first bytes, not by its name ([Formats] lists what is known); .gz and
// .zst are unpacked on the way. Each format has a file of its own: the
// recogniser and the reader that format.go's table names. Readers stream: memory
// is that of the largest record, or a constant where the format has none.
//
// A record that cannot be used is reported with its file and line and left
// out; reading goes on (invariant 4).
package corpus
