// Package markdown scans a Markdown file for citing: sentences, directives, Pandoc citations and
// the name of the .bib. It supports Pandoc's Markdown, including Quarto and R Markdown, and also
// writes citations and escaped text.
//
// Scan is a single tolerant pass over the lines. In a half-typed document, it finds less structure
// but no wrong structure.
package markdown
