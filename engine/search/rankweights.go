package search

import (
	_ "embed"

	"github.com/scilit-lsp/scilit-lsp/internal/weights"
)

// dataFormat is the format of the embedded weights.
const dataFormat = 1

// rankingData holds the weights of the rerankers, fitted by models/train/weights.py. It is embedded
// because the engine needs it even without models.
//
//go:embed ranking.json
var rankingData []byte

var builtInWeights = weights.Embedded[fitted[Features]]("search: ranking.json", rankingData, dataFormat, nil)

// A fitted holds variants of a value, fitted separately for queries with and without keywords, and for
// ranking with and without the cross-encoder.
type fitted[T any] struct {
	Format          int `json:"format"`
	Keywords        T   `json:"keywords"`
	Without         T   `json:"without"`
	CascadeKeywords T   `json:"cascade_keywords"`
	CascadeWithout  T   `json:"cascade_without"`
}

// of returns the value for a query. cascade reports whether the cross-encoder scores candidates.
func (f fitted[T]) of(q Query, cascade bool) T {
	switch {
	case cascade && q.Keywords != "":
		return f.CascadeKeywords
	case cascade:
		return f.CascadeWithout
	case q.Keywords != "":
		return f.Keywords
	}
	return f.Without
}

// Adjustments for a query in which the user selected a claim.
const (
	titleBesideClaim = 0.7 // factor for the weights of features that involve the manuscript's title
	claimGain        = 0.3 // added to the weight of the similarity with the claim
)

// weightsOf returns the weights of the features for a query; see fitted.of.
func weightsOf(q Query, cascade bool) Features {
	w := builtInWeights().of(q, cascade)
	if q.Claim {
		w.ToTitle *= titleBesideClaim
		w.ManuscriptTitle *= titleBesideClaim
		w.ToLast += claimGain
	}
	return w
}
