// Package paper defines the record of a work, normalises its identifiers, decides whether two
// records are of the same work, and merges such records. Readers, the index, the engine and the
// .bib share it.
package paper
