package engine

import (
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/search"
)

// Aliases for the types of package search.
type (
	Query             = search.Query
	Manuscript        = search.Manuscript
	Request           = search.Request
	Years             = search.Years
	Candidate         = search.Candidate
	Embedder          = search.Embedder
	ExtendingEmbedder = search.ExtendingEmbedder
	Reranker          = search.Reranker
	RerankRequest     = search.RerankRequest
	QueryTerm         = search.QueryTerm
)

// A Discovery is the result of a Query.
type Discovery struct {
	Papers   []Hit // papers without duplicates, best first
	Matching int   // number of papers in all corpora that match the keywords
	// Relaxed reports whether the keywords were ignored because no paper matches even their loosest form.
	Relaxed bool
	// Relaxation describes how the keywords were loosened if no paper matches them as written.
	Relaxation Relaxation
	Keywords   keyword.Expr      // parsed keywords; nil if the query has none
	Mistakes   []keyword.Mistake // parts of the keywords that could not be parsed
	Coverage   Coverage          // outcomes of all the engine's corpora
	Notices    []Notice          // reports of fallbacks and omissions (invariant 7)
}

// A Hit is a paper worth citing.
type Hit struct {
	Paper *Paper // without Body and References
	Score float64
	// Relevance is the estimated probability that the author cites this paper here, or 0 if the
	// reranker is not calibrated.
	Relevance float64
}
