// Package reference formats references as text in a citation style, or in a file format for other
// programs. [Styles] and [Formats] list the available ones.
//
// [Of] converts an entry of a .bib file to the data of a reference. It converts titles to sentence
// case, from which the styles derive their own; text in braces keeps its case. The styles follow
// those of the Citation Style Language project but are implemented in Go. Tests compare them with
// the references that a CSL processor formats for some fifty works.
package reference
