package eval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/search"
)

// Pipelines names what Pipeline takes.
var Pipelines = []string{"default", "linear", "content", "fused", "bm25", "embedding", "paper"}

// PaperCandidates is how many papers SciLit prefetches from each corpus (Gu and
// Hahnloser, ACL 2023, Section 3.2).
const PaperCandidates = 100

// Pipeline cuts an engine's parts down to what is to be measured: "default"
// is the whole, "linear" lacks the cross-encoder, "content" also what is known
// of who cites what, "fused" leaves the reranker out, "bm25" and "embedding"
// rank by one score of the first stage alone. "paper" is SciLit's cascade: the
// keywords filter, the embedding takes the nearest PaperCandidates of each
// corpus, and the cross-encoder orders them; where there is none, their cosines
// do.
//
// depth is how many candidates the cross-encoder of "default" reads, 0 for as
// many as the engine has it read.
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
		parts.Retrievers = nearestOnly(parts.Retrievers, math.MaxInt)
	case "paper":
		return asInPaper(parts)
	case "fused":
	default:
		return parts, fmt.Errorf("no pipeline %q: use one of %v", name, Pipelines)
	}
	parts.Reranker = asPrefetched{}
	return parts, nil
}

func cascade(parts engine.Parts, depth int) *search.CascadeReranker {
	return &search.CascadeReranker{Linear: search.LinearReranker{Citations: parts.Citations}, Cross: parts.Cross, Depth: depth}
}

func asInPaper(parts engine.Parts) (engine.Parts, error) {
	if parts.Embedder == nil {
		return parts, errors.New("pipeline paper needs vectors, and no index has those of an embedder at hand: build it with `scilit-lsp index build --embedder static`")
	}
	all := PaperCandidates * len(parts.Retrievers)
	parts.Retrievers = nearestOnly(parts.Retrievers, PaperCandidates)
	parts.Reranker = asPrefetched{}
	if parts.Cross != nil {
		parts.Reranker = crossAlone{cascade(parts, all)}
	}
	return parts, nil
}

// crossAlone orders by the cross-encoder, which reads every candidate.
type crossAlone struct{ cascade *search.CascadeReranker }

func (c crossAlone) Rerank(ctx context.Context, req engine.RerankRequest) ([]float64, string, error) {
	features, _, err := c.cascade.Features(ctx, req)
	scores := make([]float64, len(features))
	for i, f := range features {
		scores[i] = f.Cross
	}
	return scores, "", err
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

// A nearestIndex answers with its nearest papers by embedding, at most so many.
type nearestIndex struct {
	engine.Retriever
	limit int
}

func nearestOnly(indexes []engine.Retriever, limit int) (all []engine.Retriever) {
	for _, index := range indexes {
		all = append(all, nearestIndex{index, limit})
	}
	return all
}

// Prefetch leaves out what the index adds to the nearest: papers that pass the
// filter are taken for the lexical query's, though it is empty.
func (n nearestIndex) Search(ctx context.Context, req engine.Request) (engine.Result, error) {
	req.Context, req.Keywords, req.Limit = nil, nil, min(req.Limit, n.limit)
	answer, err := n.Retriever.Search(ctx, req)
	slices.SortStableFunc(answer.Candidates, func(a, b engine.Candidate) int { return cmp.Compare(b.Cosine, a.Cosine) })
	answer.Candidates = answer.Candidates[:min(req.Limit, len(answer.Candidates))]
	return answer, err
}
