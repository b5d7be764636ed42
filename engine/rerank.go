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
	// The same for the candidates that the cross-encoder has read, fitted with the
	// year filter and without.
	cascadeWithKeywords = Features{
		BM25: 0.54, Cosine: 0.24, ToTitle: 0.57, ToKeywords: 0.91, TitleKeywords: 0.58, TitleOverlap: 0.32,
		Cited: 0.75, Nearest: 3.71, Together: 0.16, Age: 1.17, AgeSquared: -0.50, Cross: 0.31,
	}
	cascadeWithout = Features{
		BM25: 0.31, Cosine: 0.49, ToTitle: 0.30, TitleOverlap: 0.86,
		Cited: 0.49, Nearest: 5.27, Together: 0.16, Age: 1.18, AgeSquared: -0.56, Cross: 0.30,
	}
)

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

func linearWeights(q Query) Features {
	if q.Keywords != "" {
		return weightsWithKeywords
	}
	return weightsWithout
}

func cascadeWeights(q Query) Features {
	if q.Keywords != "" {
		return cascadeWithKeywords
	}
	return cascadeWithout
}
