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

// Pipelines lists the names of the ranking pipelines that Pipeline accepts.
var Pipelines = []string{"default", "linear", "content", "fused", "bm25", "embedding", "paper"}

// PaperCandidates is the number of papers that SciLit prefetches from each corpus (Gu and
// Hahnloser, ACL 2023, Section 3.2).
const PaperCandidates = 100

// Pipeline returns an engine's parts without those that the named pipeline does not use.
//   - "default" keeps all parts.
//   - "linear" omits the cross-encoder.
//   - "content" omits the cross-encoder and the citation graph.
//   - "fused" keeps the order of the first stage.
//   - "bm25" and "embedding" rank by a single score of the first stage.
//   - "paper" is SciLit's cascade, which keeps the PaperCandidates nearest papers per corpus. It
//     orders them by the score of the cross-encoder, or by cosine similarity without one.
//
// depth is the number of candidates that the cross-encoder of "default" scores. 0 selects the
// engine's default.
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
	parts.Reranker = firstStageOrder{}
	return parts, nil
}

func cascade(parts engine.Parts, depth int) *search.CascadeReranker {
	return &search.CascadeReranker{Linear: search.LinearReranker{Citations: parts.Citations}, Cross: parts.Cross,
		Depth: depth}
}

func asInPaper(parts engine.Parts) (engine.Parts, error) {
	if parts.Embedder == nil {
		return parts, errors.New("the paper pipeline needs vectors, but no index has vectors of an available " +
			"embedder: build one with `scilit-lsp index build --embedder static`")
	}
	all := PaperCandidates * len(parts.Retrievers)
	parts.Retrievers = nearestOnly(parts.Retrievers, PaperCandidates)
	parts.Reranker = firstStageOrder{}
	if parts.Cross != nil {
		reranker := cascade(parts, all)
		reranker.Everywhere = true
		parts.Reranker = crossAlone{reranker}
	}
	return parts, nil
}

// crossAlone is a reranker that orders candidates by the score of the cross-encoder only.
type crossAlone struct{ cascade *search.CascadeReranker }

func (c crossAlone) Rerank(ctx context.Context, req engine.RerankRequest) ([]float64, string, error) {
	features, _, err := c.cascade.Features(ctx, req)
	scores := make([]float64, len(features))
	for i, f := range features {
		scores[i] = f.Cross
	}
	return scores, "", err
}

// firstStageOrder is a reranker that keeps the order of the first stage.
type firstStageOrder struct{}

func (firstStageOrder) Rerank(_ context.Context, req engine.RerankRequest) ([]float64, string, error) {
	scores := make([]float64, len(req.Candidates))
	for i := range scores {
		scores[i] = -float64(i)
	}
	return scores, "", nil
}

// A nearestIndex is a retriever that returns only the papers nearest to the query by embedding.
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

// Search implements engine.Retriever. It removes the words from the query, so that the index ranks
// papers by embedding only.
func (n nearestIndex) Search(ctx context.Context, req engine.Request) (engine.Result, error) {
	req.Context, req.Keywords, req.Limit = nil, nil, min(req.Limit, n.limit)
	answer, err := n.Retriever.Search(ctx, req)
	slices.SortStableFunc(answer.Candidates, func(a, b engine.Candidate) int { return cmp.Compare(b.Cosine, a.Cosine) })
	answer.Candidates = answer.Candidates[:min(req.Limit, len(answer.Candidates))]
	return answer, err
}
