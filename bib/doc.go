// Package bib reads BibTeX and BibLaTeX files without loss, and inserts entries without changing
// anything else in the file.
//
// [Parse] never fails. It returns a [File] with the problems found. The entries, fields, macros and
// comments of a File are spans of the source. As in BibTeX, text outside an "@" command is a
// comment. As in biber, "%" comments out the rest of a line there, and the group after @comment is
// skipped. An unclosed entry ends at the next line that starts with an "@" command, so that one
// missing brace does not hide the rest of the file.
//
// Values are decoded on demand ([Entry.Field]): macros are expanded, braces dropped, and TeX
// accents converted to Unicode.
//
// [File.Find] looks up a work by key, DOI, arXiv identifier or normalized title. [File.NewKey]
// creates a key that follows the pattern of the file's keys. [File.Insert] formats a new entry like
// the existing ones. It returns the text to insert and its offset.
//
// A File is immutable; its methods are safe for concurrent use.
package bib
