package search

import "context"

// A LinearReranker orders candidates by a weighted sum of Features. It needs
// no network. The zero value is ready for use and knows no citations.
type LinearReranker struct {
	Citations *CitationGraph // nil knows none
}

// Rerank implements Reranker.
func (r LinearReranker) Rerank(_ context.Context, req RerankRequest) ([]float64, string, error) {
	return linearScores(r.Features(req), linearWeights(req.Query)), "", nil
}

func linearScores(features []Features, weights Features) []float64 {
	scores := make([]float64, len(features))
	for i, f := range features {
		scores[i] = f.dot(weights)
	}
	return scores
}
