package eval_test

import (
	"context"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
)

// Every ranking orders the candidates of the same query, and ignores the citing paper.
func TestRankingsAreComparedOnTheSameCandidates(t *testing.T) {
	corpus := corpusOf{name: "c", papers: 30, near: 0.1}
	parts := engine.Parts{Retrievers: []engine.Retriever{anyTerms{corpus}}, Embedder: oneVector{}}
	contexts := []eval.Context{
		{Context: []string{"Pooling."}, Citing: "c-29", Cited: "c-28"},
		{Context: []string{"Pooling."}, Citing: "x", Cited: "c-19", Also: []string{"c-20"}},
	}
	c, err := eval.CompareRankings(t.Context(), parts, contexts, eval.RetrievalOptions{})
	if err != nil || c.N != 2 {
		t.Fatal(c, err)
	}
	for _, r := range c.Rankings {
		if r.Name == "embedding" && (r.Recall10.Mean != 0.75 || r.MRR.Mean != 0.55) {
			t.Errorf("by cosine: %+v", r)
		}
		if r.Name == eval.Fused && r.Over != (eval.Interval{}) {
			t.Errorf("the first stage is %+v over itself", r.Over)
		}
	}
}

// anyTerms is a corpusOf that accepts queries with words.
type anyTerms struct{ corpusOf }

func (c anyTerms) Search(ctx context.Context, req engine.Request) (engine.Result, error) {
	req.Context, req.Keywords = nil, nil
	return c.corpusOf.Search(ctx, req)
}

func TestAnIntervalHoldsTheMeanAndNarrowsWithMoreValues(t *testing.T) {
	few, many := []float64{0, 1, 1, 0, 1}, []float64{}
	for range 40 {
		many = append(many, few...)
	}
	a, b := eval.Bootstrap(few), eval.Bootstrap(many)
	if a.Mean != b.Mean || a.Low >= a.Mean || a.High <= a.Mean || b.High-b.Low >= (a.High-a.Low)/3 {
		t.Errorf("of five %+v, of two hundred %+v", a, b)
	}
	if again := eval.Bootstrap(few); again != a {
		t.Errorf("the same values gave %+v, then %+v", a, again)
	}
}
