// Package reference writes the reference of a work: formatted in APA, IEEE,
// Chicago author-date or MLA style, and in the formats that other programs read.
//
// The input is an entry of a .bib file ([Of]). Titles come in the case that
// styles start from: sentence case, with the text in braces as it is. The
// styles are those of the Citation Style Language project, written out in Go;
// testdata holds what a CSL processor makes of some fifty works in each.
package reference
