package engine

import (
	"context"
)

// A LinearReranker orders candidates by a weighted sum of Features. It needs
// no network. The zero value is ready for use and knows no citations.
type LinearReranker struct {
	Citations *Citations // nil knows none
}

// Weights of the features, fitted on the first stage's answers to contexts-dev
// by cross-entropy over the cited paper and the others (models/train/weights.py).
var (
	weightsWithKeywords = Features{BM25: 0.7, Cosine: 1, TitleKeywords: 0.5, TitleOverlap: 0.5}
	weightsWithout      = Features{BM25: 0.5, Cosine: 1.3, TitleOverlap: 0.5}
)

// Rerank implements Reranker.
func (r LinearReranker) Rerank(_ context.Context, req RerankRequest) ([]float64, error) {
	weights := weightsWithout
	if req.Query.Keywords != "" {
		weights = weightsWithKeywords
	}
	scores := make([]float64, len(req.Candidates))
	for i, f := range r.Features(req) {
		scores[i] = f.dot(weights)
	}
	return scores, nil
}
