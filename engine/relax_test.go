package engine_test

import (
	"slices"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
)

// fewPapers returns an engine over invented papers.
func fewPapers(t *testing.T, papers ...*engine.Paper) *engine.Engine {
	t.Helper()
	dir := t.TempDir()
	all := func(yield func(*engine.Paper, error) bool) {
		for _, p := range papers {
			if !yield(p, nil) {
				return
			}
		}
	}
	if _, err := index.Build(t.Context(), index.BuildOptions{Dir: dir}, all); err != nil {
		t.Fatal(err)
	}
	x, err := index.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return engine.New(engine.Parts{Retrievers: []engine.Retriever{x}})
}

func TestKeywordsThatMatchNothingAreRelaxedStepByStep(t *testing.T) {
	e := fewPapers(t,
		&engine.Paper{ID: "near", Title: "Named entity recognition in noisy tweets"},
		&engine.Paper{ID: "apart", Title: "Sentence vectors", Abstract: "A sentence has many words in any language, and they are combined by convolution, recurrence, attention, averaging, concatenation, or in the end by max pooling."},
		&engine.Paper{ID: "full", Title: "Other work", Body: []engine.Section{{Paragraphs: []engine.Paragraph{{{Text: "Sentence after sentence, pooling is named; entities in tweets are recognized."}}}}}},
	)
	for _, test := range []struct {
		keywords, code string
		papers         []string
	}{
		{"named entity recognition", "", []string{"near"}},
		{"named entity recognition for tweets", engine.RelaxedNear, []string{"near"}},
		{"sentence pooling", engine.RelaxedWords, []string{"apart"}},
		{"sentence pooling | named entity recognition", "", []string{"near"}},
		{"sentence pooling; 2015..", engine.RelaxedAll, []string{"apart", "full", "near"}},
		{"named entity recognition of historical newspapers", engine.RelaxedTerms, []string{"near"}},
		{"phlogiston", engine.RelaxedAll, []string{"apart", "full", "near"}},
	} {
		q := engine.Query{Context: []string{"A sentence on entities and other work."}, Keywords: test.keywords, Limit: 5}
		found, err := e.Discover(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if ids := idsOf(found); found.Relaxation.Code != test.code || !slices.Equal(ids, test.papers) {
			t.Errorf("%s: %+v, %v, want %q, %v", test.keywords, found.Relaxation, ids, test.code, test.papers)
		}
		if relaxed := test.code == engine.RelaxedAll; found.Relaxed != relaxed || relaxed != (found.Matching == 0) || (test.code == "") != (found.Relaxation.Text == "") {
			t.Errorf("%s: relaxed %v, %d match, %q", test.keywords, found.Relaxed, found.Matching, found.Relaxation.Text)
		}
		q.Strict = true
		if found, err = e.Discover(t.Context(), q); err != nil || test.code != "" && len(found.Papers) > 0 {
			t.Errorf("%s: a strict search finds %v, %v", test.keywords, idsOf(found), err)
		}
	}
}

func idsOf(found engine.Discovery) (ids []string) {
	for _, f := range found.Papers {
		ids = append(ids, f.Paper.ID)
	}
	slices.Sort(ids)
	return ids
}
