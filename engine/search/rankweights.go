package search

import _ "embed"

// rankingData holds the weights of the rerankers, fitted by models/train/weights.py. It is embedded
// because the engine needs it even without models.
//
//go:embed ranking.json
var rankingData []byte

// rankWeights holds the weights of the features. There are separate weights for queries with and
// without keywords, and for ranking with and without the cross-encoder.
type rankWeights struct {
	Format          int      `json:"format"`
	Keywords        Features `json:"keywords"`
	Without         Features `json:"without"`
	CascadeKeywords Features `json:"cascade_keywords"`
	CascadeWithout  Features `json:"cascade_without"`
}

var builtInWeights = builtIn[rankWeights]("ranking.json", rankingData)

func linearWeights(q Query) Features {
	if q.Keywords != "" {
		return forClaim(q, builtInWeights().Keywords)
	}
	return forClaim(q, builtInWeights().Without)
}

func cascadeWeights(q Query) Features {
	if q.Keywords != "" {
		return forClaim(q, builtInWeights().CascadeKeywords)
	}
	return forClaim(q, builtInWeights().CascadeWithout)
}

// Adjustments for a query in which the user selected a claim.
const (
	titleBesideClaim = 0.7 // factor for the weights of features that involve the manuscript's title
	claimGain        = 0.3 // added to the weight of the similarity with the claim
)

func forClaim(q Query, weights Features) Features {
	if q.Claim {
		weights.ToTitle *= titleBesideClaim
		weights.ManuscriptTitle *= titleBesideClaim
		weights.ToLast += claimGain
	}
	return weights
}
