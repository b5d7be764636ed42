// Package markdown scans a Markdown file for citing: sentences,
// directives, Pandoc citations and the name of the .bib. It reads Pandoc's
// Markdown, which Quarto and R Markdown are written in too, and writes
// citations and escaped text.
//
// Scan is one tolerant pass over the lines. A document that is half typed has
// no wrong structure here, only less of it.
package markdown
