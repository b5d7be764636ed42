// Package bib reads BibTeX and BibLaTeX files without losing a byte and adds
// entries to them without changing one.
//
// [Parse] never fails. It returns a [File] whose entries, fields, macros and
// comments are spans of the source, and the problems it met on the way. Like
// BibTeX it takes everything outside an "@" command for a comment; like biber it
// lets "%" hide the rest of a line there, and skips the group of an @comment. An
// entry that is never closed ends where the next line starts with an "@"
// command, so one typing mistake does not hide the rest of the file.
//
// Values are decoded on demand ([Entry.Field]): macros expanded, braces dropped,
// TeX accents turned into Unicode.
//
// [File.Find] reports whether a work is in the file already, by key, DOI, arXiv
// identifier or normalised title. [File.NewKey] names a new entry in the pattern
// of the others, and [File.Insert] writes it in the habits of the others: its
// result is an offset and the text that goes there, nothing else changes.
//
// A File is immutable; its methods are safe for concurrent use.
package bib
