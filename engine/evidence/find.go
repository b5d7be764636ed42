package evidence

import (
	"context"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/judge"
)

// Shown is the maximum number of passages in an Evidence.
const Shown = 3

// A Finder finds evidence. The zero value compares only words.
type Finder struct {
	Embedder Embedder // compares embeddings; may be nil
	Judge    Judge    // decides if no rule proves a relation; may be nil
}

// A Judge compares a claim with the sentences of a paper; see judge.Model.
type Judge interface {
	Read(ctx context.Context, claim string, p judge.Paper) (judge.Reading, error)
}

// A Match is a passage with its similarity to a claim.
type Match struct {
	Passage
	Score    float64 // from 0 to 1
	Reason   string  // message that quotes the shared phrases
	Sentence string  // sentence of the passage that is closest to the claim
}

// Features holds the feature values for a claim and a paper, which are used to fit the weights.
type Features struct {
	Passages [][]float64 // values of PassageFeatures for the closest passages, best first
	Claim    []float64   // values of PaperFeatures
	Context  []float64   // values of PaperFeatures and ContextFeatures
}

// Features returns the feature values for a claim and a paper.
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

// look compares a claim with a paper and sorts the paper's passages, best first.
func (f Finder) look(ctx context.Context, q question, p *engine.Paper) (*comparison, error) {
	found, err := f.compare(ctx, q, p)
	if err != nil {
		return nil, err
	}
	for i := range found.candidates {
		found.candidates[i].score = fitted().Passage.Probability(found.candidates[i].features)
	}
	sortByScore(found.candidates)
	return found, nil
}

// Thresholds returns the minimum scores at which a paper is on the topic of a claim: without context, and
// with the claim's context and the manuscript's title. They were fitted together with the weights.
func Thresholds() (claim, context float64) { return fitted().RelatedClaim, fitted().RelatedContext }
