package judge_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/judge"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/internal/growth"
)

var model = judge.Model{Vectors: onnx.Static()}

var paper = []string{
	"Old mice live long.", "We studied T cells.",
	"CD4 T cells of old mice were unable to suppress the growth of the tumour.", "More work is needed.",
}

func TestTheClosestSentenceIsRead(t *testing.T) {
	for claim, contradicted := range map[string]bool{
		"CD4 T cells of old mice were able to suppress the growth of the tumour.":   true,
		"CD4 T cells of old mice were unable to suppress the growth of the tumour.": false,
	} {
		r, err := model.Read(t.Context(), claim, paper)
		if err != nil || r.Sentence != 2 || (r.Contradict > 0.5) != contradicted {
			t.Errorf("%s: %+v, %v", claim, r, err)
		}
	}
}

func TestNothingIsReadWithoutWords(t *testing.T) {
	for claim, sentences := range map[string][]string{"": paper, "?!": paper, "Old mice live long.": nil, "Mice live.": {"", " "}} {
		if r, err := model.Read(t.Context(), claim, sentences); err != nil || r.Sentence != -1 || r.Contradict != 0 {
			t.Errorf("%q: %+v, %v", claim, r, err)
		}
	}
}

func TestACanceledReadingEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := model.Read(ctx, paper[0], paper); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(paper[2], paper[0], paper[1])
	f.Add("\xff not 5% \x00", strings.Repeat("than ", 300), "")
	f.Add("(((", "cannot", "n't")
	f.Fuzz(func(t *testing.T, claim, a, b string) {
		r, err := model.Read(t.Context(), claim, []string{a, b})
		if err != nil || !(r.Contradict >= 0 && r.Contradict <= 1) || r.Sentence > 1 {
			t.Errorf("%+v, %v", r, err)
		}
	})
}

func TestGrowthOfReading(t *testing.T) {
	seeds := append(growth.Repeat("a ", "not ", "higher than b. ", "1 ", "cat dog. ", "\xff"), growth.Text...)
	growth.Linear(t, seeds, func(s string) {
		_, _ = model.Read(context.Background(), s, strings.SplitAfter(s, ". "))
	})
}
