// Package reference formats references as text in a citation style, or in a file format for other
// programs. [Styles] and [Formats] list them.
//
// The input is an entry of a .bib file ([Of]). Titles are converted to sentence case, which the
// styles start from; text in braces keeps its case. The styles follow those of the Citation Style
// Language project but are implemented in Go. Tests compare them with a CSL processor's references
// for some fifty works.
package reference
