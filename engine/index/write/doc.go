// Package write writes index segments: Segment from papers, and Merge from the live papers of other
// segments.
//
// To limit memory use, posting lists are spilled to sorted runs, which are merged at the end. Equal
// papers yield identical bytes, regardless of how many cores prepare them.
package write
