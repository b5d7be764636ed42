// Package latex scans a LaTeX file for citing: sentences, directives,
// citations and the name of the .bib. It also writes LaTeX: citations and
// escaped text.
//
// Scan is one tolerant pass that expands no macro. A command that it does not
// know is dropped and its braced arguments are read as running text.
package latex
