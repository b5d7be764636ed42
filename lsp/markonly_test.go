package lsp

import (
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

var untold = &engine.Paper{ID: "2", Title: "Max pooling", Authors: []engine.Author{{Family: "Chen"}}, Year: 2003}

// A paper without an abstract gets a mark at the end of the user's sentence: the
// menu offers no sentence, and the action explains why.
func TestAPaperWithoutAbstractIsCitedByItsMark(t *testing.T) {
	open := func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error) {
		return engine.New(engine.Parts{Retrievers: []engine.Retriever{holding(untold)}}), nil, nil
	}
	dir := t.TempDir()
	p, err := play(t.Context(), Options{Openers: backend.Openers{Engine: open}}, json.RawMessage(demoCapabilities), json.RawMessage(`{}`), dir)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "main.md")
	if err := p.Open(t.Context(), path, "markdown", sampleText); err != nil {
		t.Fatal(err)
	}
	actions, err := p.Actions(t.Context(), path, cursor)
	if err != nil || len(actions) == 0 || actions[0].Title != titleMark+" (only the title of this paper is known): Chen 2003, Max pooling" {
		t.Fatal(actions, err)
	}
	if err := p.Choose(t.Context(), actions[0]); err != nil {
		t.Fatal(err)
	}
	if got := p.Files[path].Text; !strings.Contains(got, "Max pooling performs worse [@chen2003max].") {
		t.Errorf("%q", got)
	}
	for _, a := range actions {
		if strings.HasPrefix(a.Title, titleSentence) && !strings.HasSuffix(a.Title, "more ...") {
			t.Errorf("a sentence is offered: %s", a.Title)
		}
	}
}

// A paragraph of related work consists of sentences, so a paper without an abstract is skipped and
// gets no entry.
func TestRelatedWorkPassesOverAPaperOfWhichOnlyTheTitleIsKnown(t *testing.T) {
	p, path := playSample(t, demoCapabilities, holding(untold, baker))
	if err := askRelated(t, p, path, 1, nil); err != nil {
		t.Fatal(err)
	}
	if got := p.Files[path].Text; !strings.Contains(got, "@baker2002max compare") || strings.Contains(got, "chen2003max") {
		t.Errorf("%q", got)
	}
	for file, opened := range p.Files {
		if strings.Contains(opened.Text, "chen2003max") {
			t.Errorf("%s: %q", file, opened.Text)
		}
	}
}
