// Package doc holds the texts of open files and the results of scanning them.
//
// A Snapshot is the immutable text of one version of a file; edits create a new one. Offsets count
// bytes. Positions consist of a line and a character in the encoding chosen by the editor. The
// scanners in the subpackages convert a text into a Manuscript, which is independent of the markup.
// The subpackages also write text in that markup. All edits are insertions.
package doc
