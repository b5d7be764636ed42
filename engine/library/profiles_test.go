package library_test

import (
	"iter"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/library"
	"github.com/scilit-lsp/scilit-lsp/engine/profile"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// The user's full texts describe works in words that these works do not use themselves, and show
// which works are cited together.
func TestTheTextsOfALibraryFindTheWorksThatTheyCite(t *testing.T) {
	treebank, entropy := engine.Reference{Title: "Building a large annotated corpus of English"}, engine.Reference{Title: "A maximum entropy model for tagging"}
	citing := &engine.Paper{
		ID: "mine", Title: "My last paper", Year: 2020, References: []engine.Reference{treebank, entropy},
		Body: []engine.Section{{Paragraphs: []engine.Paragraph{{{
			Text:  "The dependency parser is trained on sections [1] [2]",
			Cites: []engine.CiteSpan{{Start: 45, End: 48, Reference: 0}, {Start: 49, End: 52, Reference: 1}},
		}}}}},
	}
	dir := t.TempDir()
	if _, err := index.Build(t.Context(), index.BuildOptions{Dir: dir}, sequence(citing)); err != nil {
		t.Fatal(err)
	}
	x, err := index.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	own, ok := library.Searched(dir, nil, x).(engine.Profiler)
	if !ok {
		t.Fatal("a library has no profiles")
	}
	req := engine.Request{Context: []string{"We train a parser on all sections."}, Limit: 10}
	profiles, err := own.Profiles(t.Context(), req)
	if err != nil || profile.NewTable(profiles).Score(&engine.Paper{Title: treebank.Title}) <= 0 {
		t.Errorf("%v, %v", profiles, err)
	}
	cited := profile.TableOf([]paper.Ref{{Title: entropy.Title}})
	companions, err := own.Companions(t.Context(), req, cited)
	if err != nil || profile.NewCompanionTable(companions).Score(&engine.Paper{Title: treebank.Title}) <= 0 {
		t.Errorf("%v, %v", companions, err)
	}
}

func sequence(p *engine.Paper) iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) { yield(p, nil) }
}
