// Package cite finds the sites of a manuscript that can take a citation, chooses the actions
// offered there, and computes their edits: a citing sentence or mark with its entry, the
// removal of a citation, and the list of entries that nothing cites.
package cite
