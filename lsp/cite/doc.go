// Package cite finds the sites in a manuscript where a citation can be inserted, and chooses the
// actions to offer there. It computes their edits: inserting a citing sentence or citation mark
// with its entry, or removing a citation. It also lists the entries that are never cited.
package cite
