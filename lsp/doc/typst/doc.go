// Package typst scans a Typst file for citing: sentences, directives,
// citations, labels and the name of the bibliography. It also writes Typst:
// citations and escaped text.
//
// Scan is one tolerant pass that evaluates nothing. It keeps a stack of the
// brackets that are open, from which it knows whether it reads text or code.
package typst
