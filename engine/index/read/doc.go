// Package read opens the segments and snapshots of an index and searches them.
//
// A request searches all segments as if they were one. Filters exclude deleted papers, and BM25
// uses the statistics of all live papers. The nearest neighbours are the best of all segments, and
// papers with equal scores are ordered by the hash of the ID.
//
// BM25 first computes an upper bound for the score of each paper, for many papers at a time if a
// term is dense. It then scores the papers that can be among the best (see windowSearch). Scores
// are sums of integers, which are the same in any order, so the result equals that of scoring every
// paper. Segments written by older programs have no tables for their posting lists. They are read
// posting by posting until Compact merges them.
//
// An index for identity search has only bibliographic fields, without bigrams and vectors. Its
// lists hold documents without frequencies. It rejects searches for the beginning of an identifier.
package read
