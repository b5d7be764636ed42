package support

import (
	"context"
	"errors"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// works is a corpus that counts lookups.
type works struct {
	*memory.Corpus
	asked int
}

func (w *works) Papers(ctx context.Context, refs []engine.WorkRef) ([]*paper.Paper, error) {
	w.asked += len(refs)
	return w.Corpus.Papers(ctx, refs)
}

func newWorks() *works {
	return &works{Corpus: memory.New("works", "works",
		&paper.Paper{ID: "pool", DOI: "10.1/pool", Title: "Pooling in recurrent networks",
			Abstract: "Pooling outperforms attention on long sentences of recurrent networks."},
		&paper.Paper{ID: "wheat", DOI: "10.1/wheat", Title: "Nitrogen and wheat",
			Abstract: "Nitrogen in spring increases the yield of winter wheat."},
		&paper.Paper{ID: "bare", DOI: "10.1/bare", Title: "Pooling outperforms attention on long sentences"},
	)}
}

func citation(key, sentence string) Citation {
	return Citation{Path: "main.tex", Line: 1, Key: key, Claim: evidence.Claim{Text: sentence},
		Work: engine.WorkRef{DOI: "10.1/" + key}}
}

const (
	says   = "Pooling outperforms attention on long sentences of recurrent networks."
	denies = "Pooling does not outperform attention on long sentences of recurrent networks."
)

// Each citation gets a grade, and the weakest get a rank: contradictions before missing
// evidence. Works without known text get none.
func TestGrades(t *testing.T) {
	w := newWorks()
	all := []Citation{citation("pool", says), citation("pool", denies), citation("wheat", says), citation("bare", says),
		citation("nowhere", says), {Key: "unknown", Claim: evidence.Claim{Text: says}}, citation("pool", " ")}
	checked, err := Check(t.Context(), engine.New(engine.Parts{Retrievers: []engine.Retriever{w}}), all,
		Options{Weakest: 10})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		grade Grade
		rank  int
	}{{Supports, 0}, {Contradicts, 1}, {NotFound, 2}, {NotFound, 0}, {NotFound, 0}, {NotFound, 0}, {NotFound, 0}} {
		if c := checked[i]; c.Grade != want.grade || c.Rank != want.rank || c.Reason == "" {
			t.Errorf("%s, %q: %s (rank %d): %s, want %s (rank %d)", c.Key, c.Claim.Text, c.Grade, c.Rank, c.Reason, want.grade,
				want.rank)
		}
	}
	if w.asked != 4 {
		t.Errorf("%d works were asked for", w.asked)
	}
	if n := Unknown(checked); n != 4 {
		t.Errorf("%d texts are not known", n)
	}
	if weakest := Weakest(checked); len(weakest) != 2 || weakest[0].Key != "pool" {
		t.Errorf("%+v", weakest)
	}
}

// A table cell makes no claim, so it is neither graded nor ranked.
func TestFragmentsAreNotGraded(t *testing.T) {
	all := []Citation{citation("pool", "Pooling"), citation("pool", "91 % of it"), citation("pool", "See also, for details,")}
	checked, err := Check(t.Context(), engine.New(engine.Parts{Retrievers: []engine.Retriever{newWorks()}}), all, Options{Weakest: 10})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range checked {
		if c.Grade != NotFound || c.Rank != 0 || c.Found.Known != "" {
			t.Errorf("%q: %+v", c.Claim.Text, c)
		}
	}
}

func TestACheckEndsWithItsRequest(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Check(ctx, engine.New(engine.Parts{Retrievers: []engine.Retriever{newWorks()}}),
		[]Citation{citation("pool", says)}, Options{})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
