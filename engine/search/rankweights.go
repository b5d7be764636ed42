package search

import _ "embed" // for the weights

// rankingData holds the weights of the rerankers, as models/train/weights.py
// fitted them; part of the binary, since the plain engine needs them too.
//
//go:embed ranking.json
var rankingData []byte

// A rankWeights is what each feature counts, with keywords and without, before
// the cross-encoder has read the candidates and after.
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
		return builtInWeights().Keywords
	}
	return builtInWeights().Without
}

func cascadeWeights(q Query) Features {
	if q.Keywords != "" {
		return builtInWeights().CascadeKeywords
	}
	return builtInWeights().CascadeWithout
}
