package eval

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A Pool is a reranker that records the candidates of the last query.
type Pool struct {
	engine.Reranker
	candidates map[string]bool // by ID
}

// Watched returns the parts of an engine with a Pool around their reranker.
func Watched(parts engine.Parts) (engine.Parts, *Pool) {
	pool := &Pool{Reranker: rerankerOf(parts)}
	parts.Reranker = pool
	return parts, pool
}

// Rerank implements engine.Reranker.
func (p *Pool) Rerank(ctx context.Context, req engine.RerankRequest) ([]float64, string, error) {
	p.candidates = make(map[string]bool, len(req.Candidates))
	for _, c := range req.Candidates {
		p.candidates[c.Paper.ID] = true
	}
	return p.Reranker.Rerank(ctx, req)
}
