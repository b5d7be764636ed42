package draft

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/judge"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// disliking is a reviewer that rejects statements with a word and records the statements it reads.
type disliking struct {
	word string
	read []judge.Statement
}

func (r *disliking) Review(_ context.Context, all []judge.Statement) ([]float64, error) {
	r.read = append(r.read, all...)
	usable := make([]float64, len(all))
	for i, s := range all {
		if !strings.Contains(s.Draft, r.word) {
			usable[i] = 1
		}
	}
	return usable, nil
}

type broken struct{}

func (broken) Review(context.Context, []judge.Statement) ([]float64, error) {
	return nil, errors.New("the network is damaged")
}

func dutch() Request {
	return Request{Textual: true, Context: []string{"Which parser is more accurate on treebanks?"}, Paper: &paper.Paper{
		Title: "Soft constraints for parsing Dutch", Authors: []paper.Author{{Family: "A"}, {Family: "B"}},
		Abstract: `Parsers of Dutch are slow, and their errors are hard to explain.
		Experiments on four treebanks show that soft constraints outperform a biaffine parser by 1.2 points of accuracy.
		We further analyse the errors that remain, and find that most of them concern coordination.`,
	}}
}

func TestADraftThatIsReviewedBadlyIsReplaced(t *testing.T) {
	plain, err := Composer{}.Write(t.Context(), dutch(), 1)
	if err != nil || !strings.Contains(plain[0].Text, "study") {
		t.Fatalf("%+v, %v", plain, err)
	}
	reader := &disliking{word: "study"}
	drafts, err := Composer{Reviewer: reader}.Write(t.Context(), dutch(), 1)
	if err != nil || strings.Contains(drafts[0].Text, "study") || drafts[0].MarkOnly {
		t.Errorf("%+v, %v", drafts, err)
	}
	for _, s := range reader.read {
		if strings.Contains(s.Draft, Mark) || !strings.Contains(s.Draft, "Lee et al.") || s.Title == "" || s.Source == "" {
			t.Errorf("read: %+v", s)
		}
	}
}

// If the best draft is accepted, no other batch is reviewed, since reviews only reduce scores.
func TestReadingEndsWithTheBestDraft(t *testing.T) {
	reader := &disliking{word: "nothing like this"}
	if _, err := (Composer{Reviewer: reader}).Write(t.Context(), dutch(), 1); err != nil || len(reader.read) > atOnce {
		t.Errorf("%d drafts were read, %v", len(reader.read), err)
	}
}

func TestTheBestReviewedDraftDoesNotDependOnTheirNumber(t *testing.T) {
	for _, word := range []string{"biaffine", "Dutch", "errors", "coordination", "Lee"} {
		one, err := Composer{Reviewer: &disliking{word: word}}.Write(t.Context(), dutch(), 1)
		if err != nil {
			t.Fatal(err)
		}
		many, err := Composer{Reviewer: &disliking{word: word}}.Write(t.Context(), dutch(), 6)
		if err != nil || one[0].Text != many[0].Text {
			t.Errorf("%s: %q alone, %q of many, %v", word, one[0].Text, many[0].Text, err)
		}
	}
}

func TestABrokenReviewerPreventsNoDraft(t *testing.T) {
	plain, _ := Composer{}.Write(t.Context(), dutch(), 6)
	drafts, err := Composer{Reviewer: broken{}}.Write(t.Context(), dutch(), 6)
	if err != nil || !slices.EqualFunc(plain, drafts, func(a, b Draft) bool { return a.Text == b.Text }) {
		t.Errorf("%+v, %v; want %+v", drafts, err, plain)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (Composer{Reviewer: broken{}}).Write(ctx, dutch(), 1); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
