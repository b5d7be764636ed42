package evidence

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/judge"
)

// sure is a judge that gives every claim the same probability of a contradiction.
type sure float64

func (s sure) Read(_ context.Context, _ string, sentences []string) (judge.Reading, error) {
	if s < 0 {
		return judge.Reading{}, errors.New("no judge")
	}
	for i, x := range sentences {
		if strings.Contains(x, "max-attention") {
			return judge.Reading{Sentence: i, Contradict: float64(s)}, nil
		}
	}
	return judge.Reading{Sentence: -1}, nil
}

func TestAProbableContradictionRefutes(t *testing.T) {
	const claim = "None of the common pooling techniques in recurrent neural architectures is examined, nor is any variant proposed " + mark + "."
	for judged, want := range map[sure]Relation{contradictedFrom: Refutes, contradictedFrom - 0.01: Related} {
		e, err := Finder{Judge: judged}.Find(t.Context(), Claim{Text: claim}, pooling)
		if err != nil || e.Relation != want {
			t.Errorf("%.2f: %s, %s, %v", judged, e.Relation, e.Reason, err)
		}
		if want == Refutes && !strings.Contains(e.Sentence.Text, "max-attention") {
			t.Errorf("the sentence is %q", e.Sentence.Text)
		}
	}
	if e, err := (Finder{Judge: sure(1)}).Find(t.Context(), Claim{Text: "Pooling " + mark + "."}, pooling); err != nil || e.Relation != Related {
		t.Errorf("one word: %s, %v", e.Relation, err)
	}
	if _, err := (Finder{Judge: sure(-1)}).Find(t.Context(), Claim{Text: claim}, pooling); err == nil {
		t.Error("the judge's error is lost")
	}
}
