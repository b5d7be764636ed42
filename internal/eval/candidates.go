package eval

import (
	"context"
	"encoding/json"
	"io"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/search"
)

// A CandidateList is a citation context with the candidates that the first stage found, best first.
// Rerankers are trained on such lists.
type CandidateList struct {
	ID         string        `json:"id"`
	Field      string        `json:"field"` // field of the citing paper
	Form       string        `json:"form"`  // form of the query, one of Forms
	Title      bool          `json:"title"` // whether the query contains the manuscript's title
	Query      []string      `json:"context"`
	Keywords   []string      `json:"keywords"` // keywords in the query
	Cited      string        `json:"cited"`
	Also       []string      `json:"also,omitempty"` // IDs of other works cited at this site
	Candidates []CandidateOf `json:"candidates"`
}

// A CandidateOf is a paper in a CandidateList, with its features.
type CandidateOf struct {
	ID       string          `json:"id"`
	Year     int             `json:"year"`
	Features search.Features `json:"features"`
	Read     bool            `json:"read"` // whether the cross-encoder scored the paper
}

// WriteCandidates searches with the query of each context and writes one CandidateList per context
// as JSON, one per line. depth is the number of candidates that the cross-encoder scores.
func WriteCandidates(ctx context.Context, parts engine.Parts, contexts []Context, depth int, opts RetrievalOptions,
	w io.Writer) error {
	seen := &recorder{cascade: cascade(parts, depth)}
	seen.cascade.Everywhere = true
	parts.Reranker = seen
	e := engine.New(parts)
	out := json.NewEncoder(w)
	queries, err := queriesOf(ctx, e, contexts, contexts, opts)
	if err != nil {
		return err
	}
	for i, c := range contexts {
		if _, err := e.Discover(ctx, queries[i]); err != nil {
			return err
		}
		list := CandidateList{ID: c.ID, Field: c.Source, Form: opts.Form, Title: !opts.NoTitle, Query: queries[i].Context,
			Cited: c.Cited, Also: c.Also, Candidates: seen.list}
		if !opts.NoKeywords {
			list.Keywords = c.Keywords
		}
		if err := out.Encode(list); err != nil {
			return err
		}
		opts.Progress.step()
	}
	return nil
}

// A recorder is a reranker that records the candidates and keeps their order.
type recorder struct {
	firstStageOrder
	cascade *search.CascadeReranker
	list    []CandidateOf
}

func (r *recorder) Rerank(ctx context.Context, req engine.RerankRequest) ([]float64, string, error) {
	req.Query.Quick = r.cascade.Cross == nil || r.cascade.Depth == 0
	features, read, err := r.cascade.Features(ctx, req)
	if err != nil {
		return nil, "", err
	}
	r.list = make([]CandidateOf, len(req.Candidates))
	for i, f := range features {
		p := req.Candidates[i].Paper
		r.list[i] = CandidateOf{ID: p.ID, Year: p.Year, Features: f}
	}
	for _, at := range read {
		r.list[at].Read = true
	}
	return r.firstStageOrder.Rerank(ctx, req)
}
