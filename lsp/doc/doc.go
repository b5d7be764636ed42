// Package doc holds the text of open files and what a scanner finds in them.
//
// A Snapshot is the immutable text of one version of a file; edits make a new
// one. Offsets are bytes; positions are lines and characters in the encoding
// that the editor chose. The scanners in the folders below turn a text into a
// Manuscript, which knows no markup any more, and write what goes back into
// the text. All edits are pure insertions.
package doc
