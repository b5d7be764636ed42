package answer

import (
	"context"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/judge"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// maxJudged is the maximum number of sentences that the network reads.
const maxJudged = 16

// judge rescores the best sentences with the network, which reads each together with the question, and
// sorts them again. The others still come after them. all must be sorted, best first. Without a network,
// judge does nothing.
func (a *Answerer) judge(ctx context.Context, in *inquiry, all []*sentence) error {
	if a.Judge == nil || len(all) == 0 {
		return nil
	}
	best, rest := all[:min(len(all), maxJudged)], all[min(len(all), maxJudged):]
	pairs := make([]judge.Pair, len(best))
	for i, s := range best {
		title := strings.TrimRight(text.OneLine(text.Cut(s.of.Paper.Title, maxTitle)), ". ")
		pairs[i] = judge.Pair{Premise: title + ". " + s.text, Hypothesis: in.text}
	}
	logits, err := a.Judge.Judge(ctx, pairs)
	if err != nil {
		return err
	}
	for i, s := range best {
		s.answers = &logits[i].Answers
		inputs := []float64{s.logit, logits[i].Answers}
		s.logit, s.score = fitted().Judged.Logit(inputs), fitted().Judged.Probability(inputs)
	}
	sortByLogit(best)
	last := best[len(best)-1]
	for _, s := range rest {
		s.logit, s.score = min(s.logit, last.logit), min(s.score, last.score)
	}
	return nil
}

// maxTitle is the maximum number of bytes of a title that the network reads.
const maxTitle = 300
