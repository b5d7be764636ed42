// Package markdown finds in a Markdown file what citing needs: sentences,
// directives, Pandoc citations and where the .bib is named. It reads Pandoc's
// Markdown, which Quarto and R Markdown are written in too, and writes
// citations and escaped text.
//
// Scan is one tolerant pass over the lines. A document that is half typed has
// no wrong structure here, only less of it.
package markdown
