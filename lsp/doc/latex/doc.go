// Package latex scans LaTeX files for sentences, directives, citations and the names of .bib files.
// It also writes citations and escaped text in LaTeX.
//
// Scan is a single tolerant pass that expands no macros. It drops unknown commands and reads their
// braced arguments as running text.
package latex
