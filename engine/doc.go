// Package engine finds the papers worth citing after a passage of text. It extracts the key sentences of
// each paper and drafts a sentence that cites it.
//
// A query passes through these stages, as in SciLit (Gu and Hahnloser, ACL 2023):
//
//	Query -> prefetch in each corpus -> merge, drop duplicates -> fuse -> rerank -> Discovery
//	Paper -> Highlight -> Draft with the sentence that supports it
//
// The package defines the order of the stages and the interfaces that they need (Retriever, Indexer,
// Extractor). Packages search, highlight and draft implement the stages in pure Go and without a model
// (invariant 7). The engine does not depend on storage, models or the editor's protocol.
package engine
