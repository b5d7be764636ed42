package evidence

import (
	"context"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Shown is how many passages are found.
const Shown = 3

// A Finder finds evidence. The zero value compares words alone.
type Finder struct {
	Embedder Embedder // may be nil
	Weights  *Weights // those of the program where it is nil
}

// A Match is a passage with how close it is to a claim, from 0 to 1, and why.
type Match struct {
	Passage
	Score    float64
	Reason   string // quotes the passage
	Sentence string // the one of the passage that shares most with the claim
}

// Features are what a fit sees of a claim and a paper.
type Features struct {
	Passages [][]float64 // of the closest passages, the best first
	Claim    []float64
	Context  []float64 // with the text around the claim
}

// Features compares a claim with a paper.
func (f Finder) Features(ctx context.Context, c Claim, p *engine.Paper) (Features, error) {
	found, err := f.look(ctx, ask(c), p)
	if err != nil {
		return Features{}, err
	}
	features := Features{Claim: found.features()}
	features.Context = slices.Concat(features.Claim, found.contextFeatures())
	for _, x := range found.candidates[:min(len(found.candidates), Shown)] {
		features.Passages = append(features.Passages, x.features)
	}
	return features, nil
}

// look compares, and orders the passages.
func (f Finder) look(ctx context.Context, q question, p *engine.Paper) (*comparison, error) {
	found, err := f.compare(ctx, q, p)
	if err != nil {
		return nil, err
	}
	w := f.weights()
	for i := range found.candidates {
		found.candidates[i].score = w.Passage.probability(found.candidates[i].features)
	}
	sortByScore(found.candidates)
	return found, nil
}

func (f Finder) weights() Weights {
	if f.Weights != nil {
		return *f.Weights
	}
	return builtIn()
}

// Thresholds are the scores from which on a paper is about a claim.
type Thresholds struct {
	Claim   float64 // where only the claim is known
	Context float64 // with the text around it and the manuscript's title
}

// Thresholds are those of the finder's weights.
func (f Finder) Thresholds() Thresholds {
	w := f.weights()
	return Thresholds{w.RelatedClaim, w.RelatedContext}
}
