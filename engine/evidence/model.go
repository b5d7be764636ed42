package evidence

import (
	_ "embed"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/internal/weights"
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

// A model holds the fitted parameters of a Finder.
type model struct {
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

// check returns an error if the weights were fitted on different features.
func (m model) check() error {
	return errors.Join(m.Passage.Fits(PassageFeatures), m.Claim.Fits(PaperFeatures),
		m.Context.Fits(slices.Concat(PaperFeatures, ContextFeatures)))
}

var fitted = weights.Embedded("engine/evidence: weights.json", weightsData, weightsFormat, model.check)
