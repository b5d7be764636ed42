package eval

import (
	"context"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Pipelines names what Pipeline takes.
var Pipelines = []string{"default", "content", "fused", "bm25", "embedding"}

// Pipeline cuts an engine's parts down to what is to be measured: "default"
// is the whole, "content" knows nothing of who cites what, "fused" leaves the
// reranker out, "bm25" and "embedding" rank by one score of the first stage
// alone.
func Pipeline(name string, parts engine.Parts) (engine.Parts, error) {
	switch name {
	case "default":
		return parts, nil
	case "content":
		parts.Citations = nil
		return parts, nil
	case "bm25":
		parts.Embedder = nil
	case "embedding":
		parts.Indexes = withoutTerms(parts.Indexes)
	case "fused":
	default:
		return parts, fmt.Errorf("no pipeline %q: use one of %v", name, Pipelines)
	}
	parts.Reranker = asPrefetched{}
	return parts, nil
}

// asPrefetched keeps the order of the first stage.
type asPrefetched struct{}

func (asPrefetched) Rerank(_ context.Context, req engine.RerankRequest) ([]float64, error) {
	scores := make([]float64, len(req.Candidates))
	for i := range scores {
		scores[i] = -float64(i)
	}
	return scores, nil
}

// semanticOnly asks an index without the lexical query.
type semanticOnly struct{ engine.Index }

func withoutTerms(indexes []engine.Index) (all []engine.Index) {
	for _, index := range indexes {
		all = append(all, semanticOnly{index})
	}
	return all
}

func (s semanticOnly) Prefetch(ctx context.Context, req engine.PrefetchRequest) (engine.Prefetched, error) {
	req.Terms = nil
	return s.Index.Prefetch(ctx, req)
}
