// Package rank implements the arithmetic of ranking: BM25, vector kernels, top-k selection and
// score fusion. It performs no I/O and is independent of papers.
package rank
