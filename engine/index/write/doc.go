// Package write writes one segment of an index, from papers (Segment) or from the live
// papers of other segments (Merge).
//
// Posting lists are spilled to sorted runs and merged at the end, which limits the memory. Equal
// papers yield identical bytes, regardless of how many cores prepare them.
package write
