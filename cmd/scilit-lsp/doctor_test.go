package main

import (
	"io"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
)

func TestAnIndexOfAnotherEmbedderIsNamedWithTheWayOut(t *testing.T) {
	static, neural := onnx.Static().ID(), "citation-minilm:1f6a5eea"
	listings := []index.Listing{{Dir: "words"}, {Dir: "plain", Embedder: static}, {Dir: "neural", Embedder: neural}}
	for active, want := range map[string]string{
		static: "index neural: its vectors were computed by citation-minilm, but searches use static-minilm, so the index is searched by keyword matching only; install the neural engine",
		neural: "index plain: its vectors were computed by static-minilm, but searches use citation-minilm, so the index is searched by keyword matching only; run `scilit-lsp index rebuild plain` to compute them anew",
		"":     "index neural: its vectors were computed by citation-minilm, which is not active",

		"citation-minilm:00000000": "index neural: its vectors were computed by another version of citation-minilm, but searches use citation-minilm",
	} {
		k := &checkup{std: cli.Streams{Out: io.Discard}, settings: config.Settings{Engine: "plain"}}
		k.unmatched(listings, active)
		var got []string
		for _, problem := range k.problems {
			got = append(got, problem.Error())
		}
		if !strings.Contains(strings.Join(got, "\n"), want) {
			t.Errorf("active %q: %q, want %q", active, got, want)
		}
	}
}

// A new index among old ones of more papers is searched by vectors once the old ones are rebuilt.
func TestAnIndexAheadOfTheOthersNamesTheOneToRebuild(t *testing.T) {
	listings := []index.Listing{
		{Dir: "old", Embedder: onnx.Static().ID()}, {Dir: "new", Embedder: onnx.StaticCitations().ID()},
	}
	k := &checkup{std: cli.Streams{Out: io.Discard}, settings: config.Settings{Engine: "plain"}}
	k.unmatched(listings, onnx.Static().ID())
	if len(k.problems) != 1 || !strings.Contains(k.problems[0].Error(), "index new: its vectors were computed by "+
		"static-citations, but searches use static-minilm") ||
		!strings.Contains(k.problems[0].Error(), "run `scilit-lsp index rebuild old`") {
		t.Error(k.problems)
	}
}
