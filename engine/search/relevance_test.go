package search

import (
	"context"
	"math"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/internal/weights"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// The remaining probability belongs to a work outside the list.
func TestRelevanceIsShared(t *testing.T) {
	c := Calibration{Slope: 1, None: 0, Height: 0}
	got := c.Relevance([]float64{1, 3, 3})
	want := []float64{math.Exp(-2), 1, 1}
	for i := range want {
		if want[i] /= 3 + math.Exp(-2); math.Abs(got[i]-want[i]) > 1e-9 {
			t.Errorf("%d: %v, not %v", i, got[i], want[i])
		}
	}
	low, high := Calibration{Slope: 1, None: 2, Height: 1}.Relevance([]float64{0, -1}), Calibration{Slope: 1, None: 2, Height: 1}.Relevance([]float64{5, 4})
	if low[0] >= high[0] {
		t.Errorf("a first paper with a low score has %v, one with a high score %v", low[0], high[0])
	}
	if n := len(c.Relevance(nil)); n != 0 {
		t.Errorf("%d papers out of none", n)
	}
}

// Papers after the first RelevanceDepth are less relevant than those before.
func TestRelevanceOfManyPapersIsAProbability(t *testing.T) {
	scores := make([]float64, 3*RelevanceDepth)
	for i := range scores {
		scores[i] = -float64(i)
	}
	sum := 0.0
	for i, p := range (Calibration{Slope: 0.01}).Relevance(scores) {
		if i < RelevanceDepth {
			sum += p
		}
		if p <= 0 || p >= 1 {
			t.Fatalf("%d: %v", i, p)
		}
	}
	if sum >= 1 {
		t.Errorf("they sum to %v", sum)
	}
}

func TestBuiltInCalibrations(t *testing.T) {
	for name, c := range map[string]Calibration{
		"keywords": builtInCalibrations().Keywords, "without": builtInCalibrations().Without,
		"cascade keywords": builtInCalibrations().CascadeKeywords, "cascade without": builtInCalibrations().CascadeWithout,
	} {
		if c.Slope <= 0 || c.Height < 0 {
			t.Errorf("%s: %+v", name, c)
		}
	}
	for _, broken := range []string{`{"format": 2}`, `{"format": 1, "rows": []}`, `[`} {
		if _, err := weights.Read[fitted[Calibration]]([]byte(broken), dataFormat); err == nil {
			t.Errorf("%s is read", broken)
		}
	}
}

// Scores of an uncalibrated reranker are not shown as probabilities.
func TestRelevanceIsUnknownOfOtherRerankers(t *testing.T) {
	if _, ok := calibrationOf(strangeReranker{}, RerankRequest{}, ""); ok {
		t.Error("it has a calibration")
	}
	if c, ok := calibrationOf(LinearReranker{}, RerankRequest{Query: Query{Keywords: "a"}}, ""); !ok || c != builtInCalibrations().Keywords {
		t.Errorf("%v %v", c, ok)
	}
}

// Scores from the linear reranker use its calibration, even in a cascade if the cross-encoder did not run.
func TestRelevanceFollowsTheStageThatRanked(t *testing.T) {
	graph := &CitationGraph{works: map[uint64]uint32{TitleHash("known"): 0}}
	cascade := &CascadeReranker{Linear: LinearReranker{Citations: graph}}
	for title, want := range map[string]Calibration{
		"known": builtInCalibrations().CascadeWithout, "unknown": builtInCalibrations().Without,
	} {
		req := RerankRequest{Candidates: []Candidate{{Paper: &paper.Paper{Title: title}}}}
		if c, ok := calibrationOf(cascade, req, ""); !ok || c != want {
			t.Errorf("%s: %v %v, want %v", title, c, ok, want)
		}
	}
}

type strangeReranker struct{}

func (strangeReranker) Rerank(context.Context, RerankRequest) ([]float64, string, error) {
	return nil, "", nil
}
