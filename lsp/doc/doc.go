// Package doc holds the texts of open files and the findings of their scanners.
//
// A Snapshot is the immutable text of one version of a file; edits make a new
// one. Offsets count bytes; positions are lines and characters in the encoding
// that the editor chose. The scanners in the folders below turn a text into a
// Manuscript, which is independent of the markup, and write text in the markup.
// All edits are insertions.
package doc
