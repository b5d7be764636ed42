package judge

import (
	"cmp"
	"context"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Reading is the judgement of the sentences of a paper on a claim.
type Reading struct {
	Verdict
	First, Last int     // sentences that decide; -1 if there are none
	Shared      float64 // share of the claim's terms that they have
}

// Limits on the premises that Read has judged.
const (
	closest    = 4       // sentences, by the words that they share with the claim
	maxPremise = 1 << 10 // bytes
)

// Read has the sentences closest to a claim judged, each alone and with its successor, and returns
// the verdict of the premise that decides: the one that is surest to support or contradict,
// weighed by what it shares with the claim.
func Read(ctx context.Context, j Judge, claim string, sentences []string) (Reading, error) {
	spans := premises(claim, sentences)
	if len(spans) == 0 {
		return Reading{Verdict{Neither: 1}, -1, -1, 0}, ctx.Err()
	}
	pairs := make([]Pair, len(spans))
	for i, s := range spans {
		pairs[i] = Pair{premise(sentences[s.First : s.Last+1]), claim}
	}
	verdicts, err := j.Judge(ctx, pairs)
	if err != nil {
		return Reading{}, err
	}
	best, most := 0, -1.0
	for i, v := range verdicts {
		if weight := (1 - v.Neither) * spans[i].Shared; weight > most {
			best, most = i, weight
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
		spans = append(spans, Reading{First: i, Last: i, Shared: shared[i]})
		if i+1 < len(sentences) {
			both := text.Overlap(words, text.TermSet(premise(sentences[i:i+2])))
			spans = append(spans, Reading{First: i, Last: i + 1, Shared: both})
		}
	}
	return spans
}
