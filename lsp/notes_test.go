package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"go.lsp.dev/protocol"
)

func TestWhatRunsInItsSimpleFormIsToldOnce(t *testing.T) {
	open := func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error) {
		parts := engine.Parts{Retrievers: []engine.Retriever{holding(baker)}, Embedder: brokenEmbedder{}, Writer: engine.CheckedWriter{Drafter: brokenDrafter{}}}
		return engine.New(parts), []wire.Notice{{Text: "papers were ranked without the cross-encoder: it is broken"}}, nil
	}
	dir := t.TempDir()
	p, err := play(t.Context(), Options{Openers: backend.Openers{Engine: open}}, json.RawMessage(demoCapabilities), json.RawMessage(`{"bibFile": "references.bib"}`), dir)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "main.md")
	if err := p.Open(t.Context(), path, "markdown", sampleText); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		actions, err := p.Actions(t.Context(), path, cursor)
		if err != nil || len(actions) == 0 {
			t.Fatal(actions, err)
		}
		if _, err := p.Conn.Call(t.Context(), protocol.MethodCodeActionResolve, actions[0], new(protocol.CodeAction)); err != nil {
			t.Fatal(err)
		}
	}
	told := p.Heard()
	slices.Sort(told)
	want := []string{
		"scilit: citing sentences are composed without a language model: model.onnx is damaged", "scilit: papers were found by keyword matching only (BM25): model.onnx is damaged", "scilit: papers were ranked without the cross-encoder: it is broken",
	}
	if !slices.Equal(told, want) {
		t.Errorf("told %q", told)
	}
}

var errDamaged = errors.New("model.onnx is damaged")

type brokenEmbedder struct{}

func (brokenEmbedder) ID() string                                           { return "broken" }
func (brokenEmbedder) Dim() int                                             { return 2 }
func (brokenEmbedder) Embed(context.Context, []string) ([][]float32, error) { return nil, errDamaged }

type brokenDrafter struct{}

func (brokenDrafter) Drafts(context.Context, engine.DraftRequest, int) ([]engine.Draft, error) {
	return nil, errDamaged
}
