package judge

import (
	"context"
	"errors"
	"testing"
)

// certainty is a network that returns its value as the logit of a contradiction and counts the pairs.
type certainty struct {
	logit float64
	fails bool
	pairs int
}

func (n *certainty) Judge(ctx context.Context, pairs []Pair) ([]Logits, error) {
	if n.fails {
		return nil, errors.New("the network is damaged")
	}
	n.pairs += len(pairs)
	logits := make([]Logits, len(pairs))
	for i := range logits {
		logits[i].Contradict = n.logit
	}
	return logits, ctx.Err()
}

const (
	improves = "Soft constraints improve parsing of Dutch."
	improved = "Soft constraints improve parsing of Dutch texts."
	denied   = "The authors show that soft constraints do not improve parsing of Dutch."
)

// The network is called once per direction, and only if the rules find an opposite.
func TestBothTheRulesAndTheNetworkFindAContradiction(t *testing.T) {
	for name, c := range map[string]struct {
		network certainty
		said    string
		want    bool
		pairs   int
	}{
		"both":             {certainty{logit: 5}, denied, true, 2},
		"only the rules":   {certainty{logit: -5}, denied, false, 2},
		"only the network": {certainty{logit: 5}, improved, false, 0},
		"neither":          {certainty{logit: -5}, improved, false, 0},
	} {
		got, err := Model{&c.network}.Contradict(t.Context(), Sentence{Text: improves}, Sentence{"Dutch", c.said})
		if err != nil || got != c.want || c.network.pairs != c.pairs {
			t.Errorf("%s: %t after %d pairs, %v", name, got, c.network.pairs, err)
		}
	}
	if got, err := (Model{}).Contradict(t.Context(), Sentence{Text: improves}, Sentence{Text: denied}); got || err != nil {
		t.Errorf("without a network: %t, %v", got, err)
	}
	broken := Model{&certainty{fails: true}}
	if got, err := broken.Contradict(t.Context(), Sentence{Text: improves}, Sentence{Text: denied}); got || err == nil {
		t.Errorf("a damaged network: %t, %v", got, err)
	}
}
