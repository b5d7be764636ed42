package eval

import (
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/answer"
)

func TestAnswersAreCountedByKind(t *testing.T) {
	said := func(texts ...string) (a answer.Answer) {
		for _, s := range texts {
			a.Sentences = append(a.Sentences, answer.Sentence{Text: s})
		}
		a.Answered = len(texts) > 0
		return a
	}
	near := answer.Answer{Passages: []answer.Passage{{Paper: new(engine.Paper)}}}
	near.Passages[0].Text = "Maps help. The map has 2246 markers."
	q := ReaderQuestion{Kind: "words", Answerable: true, Gold: "The map has 2246 markers.", Also: []string{"2246 markers were"}}
	miss := ReaderQuestion{Kind: "nearmiss"}
	r := AskedReport{Replies: []AskedAnswer{
		{ReaderQuestion: q, Answer: said("Maps help.", "The map has 2246 markers.")},
		{ReaderQuestion: q, Answer: said("2246 markers were placed.")},
		{ReaderQuestion: q, Answer: said("Maps help.")},
		{ReaderQuestion: q, Answer: near},
		{ReaderQuestion: miss, Answer: said("The map has 2246 markers.")},
		{ReaderQuestion: miss, Answer: near},
	}}
	r.count()
	want := []AskedKind{
		{Kind: "unanswerable nearmiss", N: 2, Wrong: 0.5, Refused: 0.5},
		{Kind: "words", N: 4, Says: 0.5, Wrong: 0.25, Refused: 0.25, Near: 0.25},
	}
	for i := range want {
		if i >= len(r.Kinds) || r.Kinds[i] != want[i] {
			t.Errorf("%+v, want %+v", r.Kinds, want)
			break
		}
	}
}
