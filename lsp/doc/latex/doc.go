// Package latex scans a LaTeX file for citing: sentences, directives, citations and the name of the
// .bib. It also writes citations and escaped text in LaTeX.
//
// Scan is a single tolerant pass that expands no macros. It drops unknown commands and reads their
// braced arguments as running text.
package latex
