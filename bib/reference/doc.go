// Package reference writes the reference of a work as text in a citation style, and in the
// file formats that other programs read. [Styles] and [Formats] describe them.
//
// The input is an entry of a .bib file ([Of]). Titles are in sentence case, from which
// styles start; text in braces keeps its case. The styles are those of the Citation Style
// Language project, written out in Go, and are compared with a CSL processor's references
// of some fifty works.
package reference
