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
		BM25: 0.55, Cosine: 0.84, TitleKeywords: 1.69, TitleOverlap: 0.17,
		Cited: 0.98, Nearest: 4.35, Together: 0.29, Age: 1.21, AgeSquared: -0.50,
	}
	weightsWithout = Features{
		BM25: 0.34, Cosine: 0.98, TitleOverlap: 1.49,
		Cited: 0.87, Nearest: 5.42, Together: 0.21, Age: 1.24, AgeSquared: -0.59,
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
