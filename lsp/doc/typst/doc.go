// Package typst scans Typst files for sentences, directives, citations, labels and the name of the
// bibliography. It also writes citations and escaped text in Typst.
//
// Scan is a single tolerant pass that evaluates nothing. Its stack of open brackets determines
// whether it is reading text or code.
package typst
