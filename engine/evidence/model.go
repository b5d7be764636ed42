package evidence

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sync"
)

// weightsData is the output of models/train/evidence.py.
//
//go:embed weights.json
var weightsData []byte

// A Logistic is a logistic regression model.
type Logistic struct {
	Features []string  `json:"features"`
	Weights  []float64 `json:"weights"`
	Bias     float64   `json:"bias"`
}

// Fits returns an error unless the model was fitted on the named features.
func (l Logistic) Fits(names []string) error {
	if !slices.Equal(l.Features, names) || len(l.Weights) != len(names) {
		return fmt.Errorf("the weights were fitted on the features %q, but this program computes "+
			"%q", l.Features, names)
	}
	return nil
}

// Probability returns the model's probability for feature values.
func (l Logistic) Probability(features []float64) float64 {
	return 1 / (1 + math.Exp(-l.Logit(features)))
}

// Logit returns the log-odds of Probability.
func (l Logistic) Logit(features []float64) float64 {
	sum := l.Bias
	for i, weight := range l.Weights {
		sum += weight * features[i]
	}
	return sum
}

// Weights are the fitted parameters of a Finder.
type Weights struct {
	Format  int      `json:"format"`
	Passage Logistic `json:"passage"`
	Claim   Logistic `json:"claim"`   // scores a paper by the claim
	Context Logistic `json:"context"` // scores a paper by the claim and its context
	// RelatedClaim and RelatedContext are the minimum scores at which a paper is on the topic of a
	// claim, without and with context. They reject 5 % of real citations.
	RelatedClaim   float64 `json:"related_claim"`
	RelatedContext float64 `json:"related_context"`
}

const weightsFormat = 1

// ReadWeights parses weights. It rejects weights that were fitted on other features.
func ReadWeights(data []byte) (w Weights, err error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&w); err != nil {
		return w, err
	}
	if w.Format != weightsFormat {
		return w, fmt.Errorf("the weights have format %d, but this program reads format %d", w.Format, weightsFormat)
	}
	for _, part := range []struct {
		Logistic
		names []string
	}{
		{w.Passage, PassageFeatures},
		{w.Claim, PaperFeatures},
		{w.Context, slices.Concat(PaperFeatures, ContextFeatures)},
	} {
		if err := part.Fits(part.names); err != nil {
			return w, err
		}
	}
	return w, nil
}

var builtIn = sync.OnceValue(func() Weights {
	w, err := ReadWeights(weightsData)
	if err != nil {
		panic("engine/evidence: weights.json: " + err.Error()) // unreachable unless the binary is broken
	}
	return w
})
