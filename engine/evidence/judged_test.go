package evidence

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/judge"
)

// sure is a network that returns its value as the logit of a contradiction by sentences about
// max-attention.
type sure float64

func (s sure) Judge(_ context.Context, pairs []judge.Pair) ([]judge.Logits, error) {
	if s < 0 {
		return nil, errors.New("no network")
	}
	logits := make([]judge.Logits, len(pairs))
	for i, p := range pairs {
		if strings.Contains(p.Premise, "max-attention") {
			logits[i].Contradict = float64(s)
		}
	}
	return logits, nil
}

func TestAProbableContradictionRefutes(t *testing.T) {
	const claim = "None of the common pooling techniques in recurrent neural architectures is examined, nor is any variant proposed " + mark + "."
	for judged, want := range map[sure]Relation{10: Refutes, 0: Related} {
		e, err := Finder{Judge: judge.Model{Network: judged}}.Find(t.Context(), Claim{Text: claim}, pooling)
		if err != nil || e.Relation != want {
			t.Errorf("%.2f: %s, %s, %v", judged, e.Relation, e.Reason, err)
		}
		if want == Refutes && !strings.Contains(e.Sentence.Text, "max-attention") {
			t.Errorf("the sentence is %q", e.Sentence.Text)
		}
	}
	short := Finder{Judge: judge.Model{Network: sure(10)}}
	if e, err := short.Find(t.Context(), Claim{Text: "Pooling " + mark + "."}, pooling); err != nil || e.Relation != Related {
		t.Errorf("one word: %s, %v", e.Relation, err)
	}
	if _, err := (Finder{Judge: judge.Model{Network: sure(-1)}}).Find(t.Context(), Claim{Text: claim}, pooling); err == nil {
		t.Error("the network's error is lost")
	}
}
