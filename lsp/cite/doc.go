// Package cite finds the sites in a manuscript where a citation can be inserted, and chooses the
// actions to offer there. It computes the edits of these actions: they insert a citing sentence or
// a citation mark, and the entry it needs, or remove a citation. It also lists entries that are
// never cited.
package cite
