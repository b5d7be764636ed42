package search

import "context"

// A LinearReranker ranks candidates by a weighted sum of their Features. It needs no neural
// network. The zero value is ready to use, without a citation graph.
type LinearReranker struct {
	Citations *CitationGraph // may be nil
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
