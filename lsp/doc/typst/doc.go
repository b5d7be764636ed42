// Package typst finds in a Typst file what citing needs: sentences, directives,
// citations, labels and where the bibliography is named. It also writes Typst:
// citations and escaped text.
//
// Scan is one tolerant pass that evaluates nothing. It keeps a stack of the
// brackets that are open, from which it knows whether it reads text or code.
package typst
