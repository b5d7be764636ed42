// Package write writes one segment of an index, from papers (Segment) or from the live
// papers of other segments (Merge).
//
// Memory is bounded whatever the number of papers: posting lists are spilled to sorted runs
// and merged at the end. The same papers give the same bytes, however many cores prepare
// them.
package write
