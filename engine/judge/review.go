package judge

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Statement is a sentence drafted about a paper, with the sentence of the paper that it reports.
type Statement struct{ Title, Source, Draft string }

// Review returns, for each drafted sentence, the probability that a strict reader would use it as it is or
// after a small edit. Citations in a draft should read as names, as in "Lee et al. show ...".
func (m Model) Review(ctx context.Context, all []Statement) (usable []float64, err error) {
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
	for _, l := range logits {
		usable = append(usable, Logistic(l.Usable))
	}
	return usable, nil
}
