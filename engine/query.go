package engine

import (
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/search"
)

// The types of queries and of rankings are those of package search.
type (
	Query         = search.Query
	Manuscript    = search.Manuscript
	Request       = search.Request
	Years         = search.Years
	Candidate     = search.Candidate
	Embedder      = search.Embedder
	Reranker      = search.Reranker
	RerankRequest = search.RerankRequest
	QueryTerm     = search.QueryTerm
)

// A Discovery answers a Query.
type Discovery struct {
	Papers   []Found // best first, each work once
	Matching int     // papers that the keywords let pass, all corpora together
	// Relaxed is set where the keywords match no paper: Papers are then the
	// best without them.
	Relaxed bool
	// Relaxation says how the keywords were taken where they match no paper as they
	// are written.
	Relaxation Relaxation
	Keywords   keyword.Expr      // the keywords as understood, nil where there are none
	Mistakes   []keyword.Mistake // what of the keywords was not understood
	Pending    int               // corpora that have not answered yet, where it is a step on the way
	Notices    []Notice          // what ran in its simple form or was left out, and why (invariant 7)
}

// Notes are the texts of the notices.
func (d Discovery) Notes() []string { return Texts(d.Notices) }

// A Found is a paper worth citing.
type Found struct {
	Paper *Paper // without Body and References
	Score float64
	// Relevance is the probability that the author of such a text cites this paper
	// at this place; 0 where the reranker is none that was calibrated.
	Relevance float64
}
