package engine

import "context"

// A LinearReranker orders candidates by a weighted sum of Features. It needs
// no network. The zero value is ready for use and knows no citations.
type LinearReranker struct {
	Citations *Citations // nil knows none
}

// Weights of the features, fitted on the first stage's answers to contexts-dev
// by cross-entropy over the cited paper and the others (models/train/weights.py).
var (
	weightsWithKeywords = Features{
		BM25: 0.50, Cosine: 0.32, ToTitle: 0.83, ToKeywords: 0.86, TitleKeywords: 0.81, TitleOverlap: 0.25,
		Cited: 1.03, Nearest: 3.89, Together: 0.16, Age: 1.30, AgeSquared: -0.57,
	}
	weightsWithout = Features{
		BM25: 0.31, Cosine: 0.58, ToTitle: 0.74, TitleOverlap: 1.46,
		Cited: 0.92, Nearest: 4.98, Together: 0.16, Age: 1.25, AgeSquared: -0.57,
	}
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
