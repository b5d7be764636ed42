// Package doc holds the texts of open files and the findings of their scanners.
//
// A Snapshot is the immutable text of one version of a file; edits create a new one. Offsets count
// bytes. Positions are lines and characters in the encoding chosen by the editor. The scanners in
// the subpackages convert a text into a Manuscript, which is independent of the markup. They also
// write text in the markup. All edits are insertions.
package doc
