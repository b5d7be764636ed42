// Package read opens the segments and snapshots of an index and searches them.
//
// A request searches all segments as if they were one. Filters exclude deleted papers, and BM25
// uses the statistics of all other papers. The nearest neighbours are the best across all segments.
// Papers with equal scores are ordered by the hash of their ID.
//
// BM25 first computes an upper bound of the score of each paper, for many papers at a time if a
// term is dense. It then scores only the papers that can be among the best (see windowSearch).
// Scores are sums of integers, which do not depend on the order of summation, so the result is the
// same as if every paper were scored. Segments written by older programs have no tables for their
// posting lists. Their lists are read posting by posting until Compact merges the segments.
//
// An index for identity search has only bibliographic fields, and neither bigrams nor vectors. Its
// posting lists have no frequencies. It rejects searches for prefixes of identifiers.
package read
