package diagnose

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

const repeated = "pooling the hidden states of a recurrent network outperforms attention on long sentences"

func TestCopiedPassagesMoveWithTheTextUntilTheyAreQuoted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.md")
	if err := os.WriteFile(filepath.Join(filepath.Dir(path), "refs.bib"), []byte("@article{pool, doi = {10.1000/pool}}"),
		0o600); err != nil {
		t.Fatal(err)
	}
	version := func(text string) *workspace.Document {
		return workspace.NewDocument(doc.NewSnapshot(workspace.URIOf(path), "markdown", 1,
			"---\nbibliography: refs.bib\n---\n"+text))
	}
	first := version("We read that " + repeated + " [@pool].\n")
	files := workspace.New()
	files.Put(first)
	engines := app.NewService(func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error) {
		return engine.New(engine.Parts{Retrievers: []engine.Retriever{memory.New("works", "works",
			&paper.Paper{ID: "pool", DOI: "10.1000/pool", Title: "T", Abstract: repeated + "."})}}), nil, nil
	})
	engines.Start(t.Context(), config.Default())
	copies := NewCopies()
	if !copies.Compare(t.Context(), engines, files, first) || copies.Compare(t.Context(), engines, files, first) {
		t.Error("a version is to be compared once")
	}
	for text, want := range map[string]int{
		"We read that " + repeated + " [@pool].\n":                                1,
		"A new paragraph.\n\nWe read that " + repeated + " [@pool].\n":            1,
		"We read that “" + repeated + "” [@pool].\n":                              0,
		"> " + repeated + "\n":                                                    0,
		"We read that " + strings.Replace(repeated, "hidden", "other", 1) + ".\n": 0,
		"": 0,
		strings.Repeat("A long text. ", 2*longestMove/10) + "\n\nWe read that " + repeated + " now.\n": 0,
	} {
		d := version(text)
		got := copies.In(d)
		if len(got) != want {
			t.Errorf("%.60q: %v", text, got)
		}
		for _, c := range got {
			if d.Text[c.Span.Start:c.Span.End] != repeated || c.Key != "pool" {
				t.Errorf("%.60q: %+v", text, c)
			}
		}
	}
	copies.Forget(first.URI)
	if len(copies.In(first)) > 0 {
		t.Error("a closed document has passages")
	}
}
