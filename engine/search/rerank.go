package search

import "context"

// A LinearReranker ranks candidates by a weighted sum of their Features. It needs no neural network.
// The zero value has no citation graph and is ready to use.
type LinearReranker struct {
	Citations *CitationGraph // citation graph; may be nil
}

// Rerank implements Reranker.
func (r LinearReranker) Rerank(_ context.Context, req RerankRequest) ([]float64, string, error) {
	return linearScores(r.Features(req), weightsOf(req.Query, false)), "", nil
}

func linearScores(features []Features, weights Features) []float64 {
	scores := make([]float64, len(features))
	for i, f := range features {
		scores[i] = f.dot(weights)
	}
	return scores
}
