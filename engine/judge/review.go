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
		source := []string{s.Source}
		if s.Source == s.Title {
			source = nil
		}
		title := Paper{s.Title, source}
		chosen := []int{0}
		pairs[i] = Pair{title.premise(chosen[:len(source)]), text.OneLine(text.Cut(s.Draft, maxClaim))}
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
