package judge

import (
	"cmp"
	"context"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Reading is the verdict of a judge on a claim and the sentences of a paper.
type Reading struct {
	Verdict
	First, Last int // range of the sentences that determine the verdict; -1 if none do
}

// Limits on the premises that Read passes to the judge.
const (
	closest    = 6       // number of sentences, chosen by the words that they have in common with the claim
	maxPremise = 1 << 10 // in bytes
)

// Read passes the sentences closest to a claim to a judge, each by itself and with the next sentence. It
// returns the verdict for the premise with the highest probability of support or contradiction.
func Read(ctx context.Context, j Judge, claim string, sentences []string) (Reading, error) {
	spans := premises(claim, sentences)
	if len(spans) == 0 {
		return Reading{Verdict{Neither: 1}, -1, -1}, ctx.Err()
	}
	pairs := make([]Pair, len(spans))
	for i, s := range spans {
		pairs[i] = Pair{premise(sentences[s.First : s.Last+1]), claim}
	}
	verdicts, err := j.Judge(ctx, pairs)
	if err != nil {
		return Reading{}, err
	}
	best := 0
	for i, v := range verdicts {
		if v.Neither < verdicts[best].Neither {
			best = i
		}
	}
	spans[best].Verdict = verdicts[best]
	return spans[best], nil
}

func premise(sentences []string) (joined string) {
	for _, s := range sentences {
		if joined != "" {
			joined += " "
		}
		joined += text.OneLine(text.Cut(s, maxPremise))
	}
	return joined
}

// premises returns the spans of sentences to judge.
func premises(claim string, sentences []string) (spans []Reading) {
	words := text.TermSet(claim)
	shared := make([]float64, len(sentences))
	order := make([]int, len(sentences))
	for i, s := range sentences {
		order[i] = i
		shared[i] = text.Overlap(words, text.TermSet(text.Cut(s, maxPremise)))
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(shared[b], shared[a]) })
	for _, i := range order[:min(len(order), closest)] {
		spans = append(spans, Reading{First: i, Last: i})
		if i+1 < len(sentences) {
			spans = append(spans, Reading{First: i, Last: i + 1})
		}
	}
	return spans
}
