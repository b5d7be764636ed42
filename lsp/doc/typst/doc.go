// Package typst scans a Typst file for citing: sentences, directives, citations, labels and the
// name of the bibliography. It also writes citations and escaped text in Typst.
//
// Scan is a single tolerant pass that evaluates nothing. It maintains a stack of open brackets,
// which determines whether it is reading text or code.
package typst
