// Package engine does the job: it finds the papers worth citing after a piece
// of text, shows the sentences of each that matter and drafts the sentence
// that cites one.
//
// A query runs from left to right as in SciLit (Gu and Hahnloser, ACL 2023):
//
//	Query -> prefetch in each corpus -> merge, drop duplicates -> fuse -> rerank -> Discovery
//	Paper -> Highlight -> Draft with the sentence that supports it
//
// The package owns the interfaces it needs (Retriever, Indexer, Extractor) and the order
// of the steps: packages search, highlight and draft take them, in pure Go and without a
// model (invariant 7). It knows neither storage nor models nor the editor's protocol.
package engine
