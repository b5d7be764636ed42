// Package engine finds papers worth citing after a passage of text. It extracts each paper's key sentences
// and drafts a sentence that cites the paper.
//
// A query passes through these stages, as in SciLit (Gu and Hahnloser, ACL 2023):
//
//	Query -> prefetch in each corpus -> merge, drop duplicates -> fuse -> rerank -> Discovery
//	Paper -> Highlight -> Draft with the sentence that supports it
//
// The package defines the order of the stages and the interfaces they need (Retriever, Indexer,
// Extractor). Packages search, highlight and draft implement the stages in pure Go, without a model
// (invariant 7). The engine does not depend on storage, models or the editor's protocol.
package engine
