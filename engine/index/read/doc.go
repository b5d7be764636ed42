// Package read opens the segments and snapshots of an index and searches them.
//
// A request is answered over all segments as if they were one: filters leave out deleted
// papers, BM25 takes its statistics from the live papers of the whole corpus, the nearest
// neighbours are the best of all segments, and equal scores are ordered by the hash of the
// ID. BM25 first bounds the score of each paper, many papers at a time if a term is dense,
// and then scores the papers that can be among the best (see windowSearch). Scores are sums
// of whole numbers, the same in any order, so the result equals that of scoring every paper.
// A segment without tables beside its posting lists, written by an older program, is read
// posting by posting until Compact merges it.
//
// An index for identity search has bibliographic fields only, without bigrams and vectors;
// its lists hold documents without frequencies. It rejects searches for the beginning of an
// identifier.
package read
