package eval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Pipelines names what Pipeline takes.
var Pipelines = []string{"default", "content", "fused", "bm25", "embedding", "paper"}

// PaperCandidates is how many papers SciLit prefetches from each corpus (Gu and
// Hahnloser, ACL 2023, Section 3.2).
const PaperCandidates = 100

// Pipeline cuts an engine's parts down to what is to be measured: "default"
// is the whole, "content" knows nothing of who cites what, "fused" leaves the
// reranker out, "bm25" and "embedding" rank by one score of the first stage
// alone. "paper" is SciLit's cascade: the keywords filter, the embedding takes
// the nearest PaperCandidates of each corpus, and the given reranker orders
// them; where none is given, their cosines do.
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
		parts.Indexes = nearestOnly(parts.Indexes, math.MaxInt)
	case "paper":
		return paper(parts)
	case "fused":
	default:
		return parts, fmt.Errorf("no pipeline %q: use one of %v", name, Pipelines)
	}
	parts.Reranker = asPrefetched{}
	return parts, nil
}

func paper(parts engine.Parts) (engine.Parts, error) {
	if parts.Embedder == nil {
		return parts, errors.New("pipeline paper needs vectors, and no index has those of an embedder at hand: build it with `scilit-lsp index build --embedder static`")
	}
	parts.Indexes = nearestOnly(parts.Indexes, PaperCandidates)
	if parts.Reranker == nil {
		parts.Reranker = asPrefetched{}
	}
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

// A nearestIndex answers with its nearest papers by embedding, at most so many.
type nearestIndex struct {
	engine.Index
	most int
}

func nearestOnly(indexes []engine.Index, most int) (all []engine.Index) {
	for _, index := range indexes {
		all = append(all, nearestIndex{index, most})
	}
	return all
}

// Prefetch leaves out what the index adds to the nearest: papers that pass the
// filter stand for the lexical query, though it is empty.
func (n nearestIndex) Prefetch(ctx context.Context, req engine.PrefetchRequest) (engine.Prefetched, error) {
	req.Terms, req.Limit = nil, min(req.Limit, n.most)
	answer, err := n.Index.Prefetch(ctx, req)
	slices.SortStableFunc(answer.Candidates, func(a, b engine.Candidate) int { return cmp.Compare(b.Cosine, a.Cosine) })
	answer.Candidates = answer.Candidates[:min(req.Limit, len(answer.Candidates))]
	return answer, err
}
