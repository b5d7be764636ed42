package search

import (
	"context"
	"fmt"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// A CrossEncoder reads a query and a document together and says how likely
// the one cites the other: better than what compares vectors of the two, and
// thousands of times slower. It is safe for concurrent use.
type CrossEncoder interface {
	ID() string
	// Logits returns one for each document, comparable inside one answer.
	Logits(ctx context.Context, q PairQuery, documents []string) ([]float64, error)
}

// A CascadeReranker orders all candidates with the linear reranker and lets
// the cross-encoder read the best of them; its logit is then one more feature.
type CascadeReranker struct {
	Linear LinearReranker
	Cross  CrossEncoder
	Depth  int // how many candidates are read; 0 for CascadeDepth

	memory logitMemory
}

// CascadeDepth is how many candidates a cross-encoder reads in the time that a
// person waits for a menu; models/citation-ranker has quality against time.
const CascadeDepth = 30

// Rerank implements Reranker. Where the cross-encoder fails the scores are
// those of the linear reranker, and the note says so.
func (r *CascadeReranker) Rerank(ctx context.Context, req RerankRequest) (scores []float64, note string, err error) {
	features, read, failed := r.Features(ctx, req)
	if ctx.Err() != nil {
		return nil, "", ctx.Err()
	}
	if failed != nil {
		note = fmt.Sprintf("ranked without the cross-encoder: %v", failed)
	}
	scores = linearScores(features, linearWeights(req.Query))
	lift(scores, features, read, cascadeWeights(req.Query))
	return scores, note, nil
}

// Features are parallel to the candidates. Those at the places read, best of
// the linear reranker first, have the cross-encoder's logit; with an error
// none has.
func (r *CascadeReranker) Features(ctx context.Context, req RerankRequest) (features []Features, read []int, err error) {
	features = r.Linear.Features(req)
	if req.Query.Quick {
		return features, nil, nil
	}
	read = bestOf(linearScores(features, linearWeights(req.Query)), r.depth())
	logits, err := r.logits(ctx, req, read)
	if err != nil {
		return features, nil, err
	}
	for i, at := range read {
		features[at].Cross = logits[i]
	}
	return features, read, nil
}

func (r *CascadeReranker) depth() int {
	if r.Depth == 0 {
		return CascadeDepth
	}
	return r.Depth
}

// bestOf are the places of the highest scores, best first.
func bestOf(scores []float64, limit int) []int {
	top := rank.NewTopK(limit)
	for i, score := range scores {
		top.Offer(uint32(i), score)
	}
	var places []int
	for _, scored := range top.Best() {
		places = append(places, int(scored.Number))
	}
	return places
}

// lift gives the read candidates their new scores, moved so that they stay
// before all others: scores of the two stages do not compare.
func lift(scores []float64, features []Features, read []int, weights Features) {
	if len(read) == 0 {
		return
	}
	again := make([]float64, len(read))
	for i, at := range read {
		again[i] = features[at].dot(weights)
	}
	move := scores[read[len(read)-1]] - slices.Min(again)
	for i, at := range read {
		scores[at] = again[i] + move
	}
}

// logits are parallel to read.
func (r *CascadeReranker) logits(ctx context.Context, req RerankRequest, read []int) ([]float64, error) {
	documents := make([]string, len(read))
	for i, at := range read {
		documents[i] = PairDocument(req.Candidates[at].Paper)
	}
	return r.memory.logits(ctx, r.Cross, PairQueryOf(req.Query), documents)
}
