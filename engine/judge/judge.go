package judge

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine/check"
)

// A Pair is a text from a paper and a statement that it may support.
type Pair struct {
	Premise    string // one to three sentences of the paper
	Hypothesis string
}

// A Verdict holds the probabilities of the relations between a premise and a hypothesis. Their sum is 1.
type Verdict struct{ Support, Contradict, Neither float64 }

// A Judge classifies pairs. It returns the verdicts in the order of the pairs.
type Judge interface {
	Judge(ctx context.Context, pairs []Pair) ([]Verdict, error)
}

// Rules is a Judge without a model. It reports a contradiction only if the words prove it: by a negation
// on one side only, an antonym, or a comparison with swapped sides. It never reports support.
type Rules struct{}

// Probabilities that Rules assigns.
const (
	proven = 0.9 // probability of a contradiction that the words prove
	open   = 1.0 // probability of Neither in all other cases
)

// Judge implements the interface Judge. It checks ctx between pairs.
func (Rules) Judge(ctx context.Context, pairs []Pair) ([]Verdict, error) {
	verdicts := make([]Verdict, len(pairs))
	for i, p := range pairs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		verdicts[i] = Verdict{Neither: open}
		if check.Examine(p.Hypothesis, []string{p.Premise}).Contradiction != "" {
			verdicts[i] = Verdict{Contradict: proven, Neither: open - proven}
		}
	}
	return verdicts, nil
}
