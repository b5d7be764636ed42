// Package latex finds in a LaTeX file what citing needs: sentences, directives,
// citations and where the .bib is named. It also writes LaTeX: citations and
// escaped text.
//
// Scan is one tolerant pass that expands no macro. A command that it does not
// know is dropped and its braced arguments are read as running text.
package latex
