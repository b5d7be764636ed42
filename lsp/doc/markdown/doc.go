// Package markdown scans Markdown files for sentences, directives, Pandoc citations and the names
// of .bib files. It supports Pandoc's Markdown, including Quarto and R Markdown, and also writes
// citations and escaped text.
//
// Scan is a single tolerant pass over the lines. In a half-typed document, it may miss structure
// but does not report wrong structure.
package markdown
