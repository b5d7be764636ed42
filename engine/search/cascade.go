package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// A CrossEncoder scores a query and a document together, by the likelihood that the query cites the
// document. This is more accurate than comparing their vectors, but thousands of times slower.
// Implementations must be safe for concurrent use.
type CrossEncoder interface {
	// Logits returns one logit per document. Logits from different calls are not comparable.
	Logits(ctx context.Context, q PairQuery, documents []string) ([]float64, error)
}

// A CascadeReranker ranks all candidates with the linear reranker. If Reads returns true, it then
// rescores the best ones, with the cross-encoder's logit as an additional feature.
type CascadeReranker struct {
	Linear LinearReranker
	Cross  CrossEncoder
	Depth  int // number of candidates to rescore; cascadeDepth if 0
	// Everywhere applies the cross-encoder to queries from all fields, for evaluation.
	Everywhere bool

	recent cache[float64] // logits by query and document
}

// cascadeDepth is the default number of candidates that the cross-encoder scores. It is low enough
// for an interactive menu. models/citation-ranker compares quality and latency.
const cascadeDepth = 30

// Reads reports whether the cross-encoder scores the candidates of a request. The cross-encoder was
// trained on the field of the citation graph, and ranks other fields worse than the linear reranker
// (invariant 16). The graph must therefore contain as large a share of the candidates as it does for
// queries from its field.
func (r *CascadeReranker) Reads(req RerankRequest) bool {
	return !req.Query.Quick && (r.Everywhere || r.Linear.Citations.trust(req.Candidates) == 1)
}

// Rerank implements Reranker. If the cross-encoder fails, it returns the scores of the linear
// reranker and a note.
func (r *CascadeReranker) Rerank(ctx context.Context, req RerankRequest) (scores []float64, note string, err error) {
	features, read, failed := r.Features(ctx, req)
	if ctx.Err() != nil {
		return nil, "", ctx.Err()
	}
	if failed != nil {
		note = fmt.Sprintf("papers were ranked without the cross-encoder: %v", failed)
	}
	scores = linearScores(features, weightsOf(req.Query, false))
	lift(scores, features, read, weightsOf(req.Query, true))
	return scores, note, nil
}

// Features returns the features of each candidate, and the indexes of the candidates that the
// cross-encoder scored, in the order of the linear reranker. If Reads returns false or an error
// occurs, read is nil and the features have no logits.
func (r *CascadeReranker) Features(
	ctx context.Context, req RerankRequest,
) (features []Features, read []int, err error) {
	features = r.Linear.Features(req)
	if !r.Reads(req) {
		return features, nil, nil
	}
	read = rank.BestPlaces(linearScores(features, weightsOf(req.Query, false)), cmp.Or(r.Depth, cascadeDepth))
	logits, err := r.logits(ctx, req, read)
	if err != nil {
		return features, nil, err
	}
	for i, at := range read {
		features[at].Cross = logits[i]
	}
	return features, read, nil
}

// lift replaces the scores of the candidates that the cross-encoder scored. Scores of the two stages
// are not comparable, so it shifts the new scores to keep these candidates first.
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

// logits returns the cross-encoder's logits for the candidates in read.
func (r *CascadeReranker) logits(ctx context.Context, req RerankRequest, read []int) ([]float64, error) {
	q := PairQueryOf(req.Query)
	documents, pairs := make([]string, len(read)), make([]string, len(read))
	for i, at := range read {
		documents[i] = PairDocument(req.Candidates[at].Paper)
		pairs[i] = strings.Join([]string{q.Title, q.Keywords, q.Context, documents[i]}, "\x00")
	}
	return r.recent.values(ctx, pairs, func(places []int) ([]float64, error) {
		return r.Cross.Logits(ctx, q, pick(documents, places))
	})
}
