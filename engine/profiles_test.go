package engine_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
)

// The user's manuscript describes a paper in words that the paper itself does not use. The paper is in
// another corpus, which has no full texts.
func TestAPaperIsFoundByWhatTheUsersPapersSayOfIt(t *testing.T) {
	cited := &engine.Paper{ID: "treebank", Title: "Building a large annotated corpus of English", Year: 1993}
	citing := &engine.Paper{
		ID: "mine", Title: "My last paper", Year: 2020,
		References: []engine.Reference{{Title: cited.Title}},
		Body: []engine.Section{{Paragraphs: []engine.Paragraph{{{
			Text: "The dependency parser is trained on sections [1]", Cites: []engine.CiteSpan{{Start: 45, End: 48, Reference: 0}},
		}}}}},
	}
	dir := filepath.Join(t.TempDir(), "mine")
	if _, err := index.Build(t.Context(), index.BuildOptions{Dir: dir}, only(citing)); err != nil {
		t.Fatal(err)
	}
	mine, err := index.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	scored := &recordingReranker{}
	e := engine.New(engine.Parts{
		Retrievers: []engine.Retriever{engine.Own(mine), memory.New("2", "acl", cited, &engine.Paper{ID: "other", Title: "Rice"})},
		Reranker:   scored,
	})
	defer e.Close()
	q := engine.Query{Context: []string{"We train a parser on all sections."}, Limit: 10}
	if _, err := e.Discover(t.Context(), q); err != nil {
		t.Fatal(err)
	}
	if got := scored.profiles["treebank"]; got <= 0 {
		t.Errorf("score %g: %v", got, scored.profiles)
	}
	if got := scored.profiles["other"]; got != 0 {
		t.Errorf("a paper that nobody cites scores %g", got)
	}
	q.Manuscript.Title = "My last paper"
	if _, err := e.Discover(t.Context(), q); err != nil {
		t.Fatal(err)
	}
	if got := scored.profiles["treebank"]; got != 0 {
		t.Errorf("what the manuscript itself says scores %g", got)
	}
}

// A paper in a corpus without full texts is found because the user's papers cite it together with a
// work that the manuscript now cites.
func TestAPaperIsFoundByTheWorksThatTheManuscriptCites(t *testing.T) {
	cited := &engine.Paper{ID: "treebank", Title: "Building a large annotated corpus of English", Year: 1993}
	beside := engine.Reference{Title: "A maximum entropy model for tagging"}
	mark := []engine.CiteSpan{{Start: 9, End: 12, Reference: 0}, {Start: 9, End: 12, Reference: 1}}
	citing := &engine.Paper{
		ID: "mine", Title: "My last paper", Year: 2020, References: []engine.Reference{{Title: cited.Title}, beside},
		Body: []engine.Section{{Paragraphs: []engine.Paragraph{{{Text: "We train [1]", Cites: mark}}}}},
	}
	dir := filepath.Join(t.TempDir(), "mine")
	if _, err := index.Build(t.Context(), index.BuildOptions{Dir: dir}, only(citing)); err != nil {
		t.Fatal(err)
	}
	mine, err := index.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	scored := &recordingReranker{}
	e := engine.New(engine.Parts{
		Retrievers: []engine.Retriever{engine.Own(mine), memory.New("2", "acl", cited, &engine.Paper{ID: "other", Title: "Rice"})},
		Reranker:   scored,
	})
	defer e.Close()
	q := engine.Query{Context: []string{"An annotated corpus of rice."}, Limit: 10}
	for step, works := range [][]engine.WorkRef{nil, {{Title: "Another work altogether"}}, {{Title: beside.Title}}} {
		q.Manuscript.Works = append(q.Manuscript.Works, works...)
		if _, err := e.Discover(t.Context(), q); err != nil {
			t.Fatal(err)
		}
		if got, want := scored.together["treebank"], max(0, float64(step-1)); got != want || scored.together["other"] != 0 {
			t.Errorf("step %d: %v, want %g", step, scored.together, want)
		}
	}
	q.Manuscript.Title = citing.Title
	if _, err := e.Discover(t.Context(), q); err != nil {
		t.Fatal(err)
	}
	if len(scored.together) == 0 || scored.together["treebank"] != 0 {
		t.Errorf("the manuscript's own citations count: %v", scored.together)
	}
}

func only(papers ...*engine.Paper) func(func(*engine.Paper, error) bool) {
	return func(yield func(*engine.Paper, error) bool) {
		for _, p := range papers {
			if !yield(p, nil) {
				return
			}
		}
	}
}

// A recordingReranker records the profile scores of the candidates by ID, and how often they are
// cited together with works of the manuscript.
type recordingReranker struct{ profiles, together map[string]float64 }

// Rerank implements engine.Reranker.
func (r *recordingReranker) Rerank(_ context.Context, req engine.RerankRequest) ([]float64, string, error) {
	r.profiles, r.together = make(map[string]float64), make(map[string]float64)
	for _, c := range req.Candidates {
		r.profiles[c.Paper.ID], r.together[c.Paper.ID] = c.Profile, c.Together
	}
	return make([]float64, len(req.Candidates)), "", nil
}
