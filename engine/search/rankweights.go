package search

import (
	"bytes"
	_ "embed" // for the weights
	"encoding/json"
	"fmt"
	"sync"
)

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

const rankWeightsFormat = 1

func readRankWeights(data []byte) (w rankWeights, err error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&w); err != nil {
		return w, err
	}
	if w.Format != rankWeightsFormat {
		return w, fmt.Errorf("format %d, this program reads format %d", w.Format, rankWeightsFormat)
	}
	return w, nil
}

var builtInWeights = sync.OnceValue(func() rankWeights {
	w, err := readRankWeights(rankingData)
	if err != nil {
		panic("search: ranking.json: " + err.Error()) // the binary itself is broken
	}
	return w
})

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
