package eval

import (
	"context"
	"encoding/json"
	"io"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A CandidateList is a context with what the first stage found for it, best
// first: the examples that rerankers are trained on.
type CandidateList struct {
	ID         string        `json:"id"`
	Query      []string      `json:"context"`
	Keywords   []string      `json:"keywords"` // of the query
	Cited      string        `json:"cited"`
	Candidates []CandidateOf `json:"candidates"`
}

// A CandidateOf is one paper of a CandidateList with the scores of the first stage.
type CandidateOf struct {
	ID     string  `json:"id"`
	Year   int     `json:"year"`
	BM25   float64 `json:"bm25"`
	Cosine float64 `json:"cosine"`
}

// WriteCandidates runs the query of each context and writes a CandidateList a
// line as JSON.
func WriteCandidates(ctx context.Context, parts engine.Parts, contexts []Context, opts RetrievalOptions, w io.Writer) error {
	seen := &recorder{}
	parts.Reranker = seen
	e := engine.New(parts)
	out := json.NewEncoder(w)
	for i, c := range contexts {
		q := c.query(opts)
		if _, err := e.Discover(ctx, q); err != nil {
			return err
		}
		list := CandidateList{ID: c.ID, Query: c.Context, Cited: c.Cited, Candidates: seen.list}
		if !opts.NoKeywords {
			list.Keywords = c.Keywords
		}
		if err := out.Encode(list); err != nil {
			return err
		}
		if opts.Progress != nil {
			opts.Progress(i + 1)
		}
	}
	return nil
}

// A recorder is a reranker that only looks.
type recorder struct {
	asPrefetched
	list []CandidateOf
}

func (r *recorder) Rerank(ctx context.Context, q engine.Query, candidates []engine.Candidate) ([]float64, error) {
	r.list = make([]CandidateOf, len(candidates))
	for i, c := range candidates {
		r.list[i] = CandidateOf{ID: c.Paper.ID, Year: c.Paper.Year, BM25: c.BM25, Cosine: c.Cosine}
	}
	return r.asPrefetched.Rerank(ctx, q, candidates)
}
