package lsp

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
)

// The reply to a draft request contains the preferred mode with a reason. A preview shows no
// message.
func TestADraftSaysWhatToPreferAndWhy(t *testing.T) {
	open := func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error) {
		return engine.New(engine.Parts{Retrievers: []engine.Retriever{holding(untold, baker)}}), nil, nil
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
	type answer struct {
		Support *float64
		Prefer  cite.Action
		Note    string
	}
	ask := func(paper string) (a answer) {
		params := map[string]any{"textDocument": map[string]any{"uri": "file://" + path, "version": p.Files[path].Version}, "position": map[string]int{"line": 0, "character": 5}, "paper": paper}
		if err := p.Call(t.Context(), "scilit/draft", params, &a); err != nil {
			t.Fatal(err)
		}
		return a
	}
	if d := ask("2"); d.Prefer != cite.WriteMark || d.Support != nil || d.Note != "only the title of this paper is known" {
		t.Errorf("title alone: %+v", d)
	}
	if d := ask("1"); d.Prefer != cite.WriteSentence || d.Support == nil || *d.Support < cite.WeakSupport {
		t.Errorf("abstract: %+v", d)
	}
	if heard := p.Heard(); slices.ContainsFunc(heard, func(m string) bool { return strings.Contains(m, "inserted") }) {
		t.Errorf("told %q", heard)
	}
}

// The editor returns the chosen label, so equal labels would cite another paper.
func TestLabelsAreDistinct(t *testing.T) {
	var labels []string
	for _, label := range []string{"Tutorial (2)", "Tutorial", "Tutorial", "Tutorial (2)", "Tutorial (of pooling)"} {
		labels = append(labels, distinctFrom(labels, label))
	}
	want := []string{"Tutorial (2)", "Tutorial", "Tutorial (3)", "Tutorial (2) (2)", "Tutorial (of pooling)"}
	if !slices.Equal(labels, want) {
		t.Errorf("%q, want %q", labels, want)
	}
}
