package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
)

func TestRebuildReplacesOnlyUntunedStaticVectors(t *testing.T) {
	for _, c := range []struct {
		name     string
		embedder engine.Embedder
		after    string
		out      string
	}{
		{"untuned", onnx.Static(), onnx.StaticCitations().ID(), "the vectors of 1 paper were computed anew with static-citations"},
		{"tuned", onnx.StaticCitations(), onnx.StaticCitations().ID(), "is already in format 3, so nothing was changed"},
		{"none", nil, "", "is already in format 3, so nothing was changed"},
		{"another", otherEmbedder{onnx.Static()}, "other:1", "is already in format 3, so nothing was changed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			opts := index.BuildOptions{Dir: dir, Embedder: c.embedder}
			_, err := index.Build(t.Context(), opts, func(yield func(*engine.Paper, error) bool) {
				yield(&engine.Paper{ID: "1", Title: "Max Pooling for Sentence Embeddings"}, nil)
			})
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if err := (indexRebuildCmd{Dir: dir}).Run(t.Context(), cli.Streams{Out: &out}); err != nil {
				t.Fatal(err)
			}
			l, err := index.List(dir)
			if err != nil || l.Embedder != c.after {
				t.Errorf("vectors of %q, want %q; %v", l.Embedder, c.after, err)
			}
			if got := out.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, c.out) {
				t.Errorf("printed %q, want %q", got, c.out)
			}
		})
	}
}

type otherEmbedder struct{ engine.Embedder }

func (otherEmbedder) ID() string { return "other:1" }
