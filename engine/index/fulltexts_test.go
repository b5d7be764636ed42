package index_test

import (
	"path/filepath"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
)

func TestFullTextsAreThoseThatTheIndexHoldsNow(t *testing.T) {
	var papers []*engine.Paper
	for p, err := range corpus.File(t.Context(), "../../testdata/papers/biomed.jsonl.gz") {
		if err != nil {
			t.Fatal(err)
		}
		if papers = append(papers, p); len(papers) == 6 {
			break
		}
	}
	bare := *papers[0]
	bare.ID, bare.Body = "bare", nil
	dir := filepath.Join(t.TempDir(), "corpus")
	if _, err := index.Build(t.Context(), index.BuildOptions{Dir: dir}, sequence(append(papers[:4:4], &bare))); err != nil {
		t.Fatal(err)
	}
	add(t, dir, nil, papers[4:6])
	remove(t, dir, papers[1].ID)
	x, err := index.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	found := make(map[string]*engine.Paper)
	all := 0
	for e, err := range x.Embedded(t.Context()) {
		if all++; err != nil || len(e.Vector.Components) > 0 {
			t.Fatalf("%+v, %v", e, err)
		}
		if len(e.Paper.Body) > 0 {
			found[e.Paper.ID] = e.Paper
		}
	}
	for i, want := range papers {
		got := found[want.ID]
		if i == 1 && got != nil || i != 1 && (got == nil || len(got.Body) != len(want.Body)) {
			t.Errorf("%s: %v", want.ID, got)
		}
	}
	if len(found) != 5 {
		t.Errorf("%d papers, want 5", len(found))
	}
	if all != 6 {
		t.Errorf("%d papers in all, want 6", all)
	}
	for range x.Embedded(t.Context()) {
		break // a caller may stop at any paper
	}
}

// A record that has references but no body does not count as a full text, even after it is deleted,
// merged or copied.
func TestReferencesAloneAreNoFullText(t *testing.T) {
	body := []engine.Section{{Title: "Methods", Paragraphs: []engine.Paragraph{{{Text: "We pool."}}}}}
	references := []engine.Reference{{Title: "On Pooling"}}
	papers := []*engine.Paper{
		{ID: "none", Title: "On nothing"},
		{ID: "a-references", Title: "On pooling", References: references},
		{ID: "b-full", Title: "On pooling", Body: body, References: references},
		{ID: "c-references", Title: "On lists", References: references},
	}
	dir, copied := t.TempDir(), t.TempDir()
	build(t, dir, nil, sequence(papers))
	want := func(where string, full int) {
		t.Helper()
		if l := list(t, dir); l.FullTexts != full {
			t.Errorf("%s: %d with full text, want %d", where, l.FullTexts, full)
		}
		archive, _ := export(t, dir, nil)
		if _, err := importInto(copied, archive); err != nil {
			t.Fatal(err)
		}
		if l := list(t, copied); l.FullTexts != full {
			t.Errorf("%s, copied: %d with full text, want %d", where, l.FullTexts, full)
		}
	}
	want("built", 1)
	found, err := open(t, dir).Papers(t.Context(), []engine.WorkRef{{Title: "On pooling"}, {ID: "c-references"}})
	if err != nil || found[0] == nil || found[0].ID != "b-full" || len(found[1].References) != 1 {
		t.Errorf("%v, %v", found, err)
	}
	remove(t, dir, "a-references")
	want("without a reference list", 1)
	if err := index.Compact(t.Context(), dir, false); err != nil {
		t.Fatal(err)
	}
	want("merged", 1)
	remove(t, dir, "b-full")
	want("without the full text", 0)
}
