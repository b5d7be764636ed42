package eval

import (
	"context"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Pipelines names what Pipeline takes.
var Pipelines = []string{"default", "linear", "content", "fused", "bm25", "embedding"}

// Pipeline cuts an engine's parts down to what is to be measured: "default"
// is the whole, "linear" lacks the cross-encoder, "content" also what is known
// of who cites what, "fused" leaves the reranker out, "bm25" and "embedding"
// rank by one score of the first stage alone.
//
// depth is how many candidates the cross-encoder reads, 0 for as many as the
// engine has it read.
func Pipeline(name string, depth int, parts engine.Parts) (engine.Parts, error) {
	switch name {
	case "default":
		if parts.Cross != nil {
			parts.Reranker = cascade(parts, depth)
		}
		return parts, nil
	case "linear":
		parts.Cross = nil
		return parts, nil
	case "content":
		parts.Cross, parts.Citations = nil, nil
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

func cascade(parts engine.Parts, depth int) *engine.CascadeReranker {
	return &engine.CascadeReranker{Linear: engine.LinearReranker{Citations: parts.Citations}, Cross: parts.Cross, Depth: depth}
}

// asPrefetched keeps the order of the first stage.
type asPrefetched struct{}

func (asPrefetched) Rerank(_ context.Context, req engine.RerankRequest) ([]float64, string, error) {
	scores := make([]float64, len(req.Candidates))
	for i := range scores {
		scores[i] = -float64(i)
	}
	return scores, "", nil
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
