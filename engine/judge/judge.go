package judge

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine/check"
)

// A Pair is a text of a paper and a statement that it may show.
type Pair struct {
	Premise    string // one to three sentences
	Hypothesis string
}

// A Verdict holds the probabilities of what a premise says about a hypothesis. They add up to 1.
type Verdict struct{ Support, Contradict, Neither float64 }

// A Judge judges pairs and returns the verdicts in the same order.
type Judge interface {
	Judge(ctx context.Context, pairs []Pair) ([]Verdict, error)
}

// Rules is a Judge without a model. It contradicts a pair whose words prove it: a negation on one
// side only, an opposite, a turned comparison. It never supports one.
type Rules struct{}

// Probabilities that Rules assigns.
const (
	proven = 0.9 // of a contradiction that its words show
	open   = 1.0 // of neither support nor contradiction, in all other cases
)

// Judge checks ctx between pairs.
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
