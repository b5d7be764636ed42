// Package paper defines the record of a work. It normalizes identifiers, decides whether two
// records describe the same work, and merges such records. Readers, the index, the engine and
// package bib use it.
package paper
