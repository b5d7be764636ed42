// Package paper says what a work is: its record, its identifiers in one form
// whatever shape they came in, when two records are of the same work, and how
// such records are merged. Readers, the index, the engine and the .bib share it.
package paper
