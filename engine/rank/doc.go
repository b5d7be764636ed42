// Package rank holds the arithmetic of ranking: BM25, vector kernels, the best
// k of many, and the fusion of two scores. It is pure and knows no paper.
package rank
