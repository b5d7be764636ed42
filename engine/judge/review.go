package judge

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Statement is a sentence drafted about a paper, with the sentence of the paper that it reports.
type Statement struct{ Title, Source, Draft string }

// A Review is the judgement on a Statement, in probabilities that a strict reader agrees.
type Review struct {
	Faithful float64 // it says nothing that the source and the title do not
	Grammar  float64 // it is correct English
	Alone    float64 // it makes sense without the paper
	Usable   float64 // an author would use it, as it is or after a small edit
}

// Review judges drafted sentences. Citations in them should read as names, as in "Lee et al. show ...".
func (m Model) Review(ctx context.Context, all []Statement) ([]Review, error) {
	pairs := make([]Pair, len(all))
	for i, s := range all {
		p := Paper{Title: s.Title, Sentences: []string{s.Source}}
		reported := []int{0}
		if s.Source == s.Title {
			reported = nil
		}
		pairs[i] = Pair{p.premise(reported), text.OneLine(text.Cut(s.Draft, maxClaim))}
	}
	logits, err := m.Network.Judge(ctx, pairs)
	if err != nil {
		return nil, err
	}
	reviews := make([]Review, len(logits))
	for i, l := range logits {
		reviews[i] = Review{Logistic(l.Faithful), Logistic(l.Grammar), Logistic(l.Alone), Logistic(l.Usable)}
	}
	return reviews, nil
}
