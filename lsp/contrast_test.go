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
	"github.com/scilit-lsp/scilit-lsp/engine/judge"
	"go.lsp.dev/uri"
)

// contradicting is a network with this logit of a contradiction for each pair.
type contradicting float64

func (n contradicting) Judge(ctx context.Context, pairs []judge.Pair) ([]judge.Logits, error) {
	logits := make([]judge.Logits, len(pairs))
	for i := range logits {
		logits[i].Contradict = float64(n)
	}
	return logits, ctx.Err()
}

// A citing sentence that replaces another one is compared with the sentence before it, and one that
// begins a paragraph with none. It is found as a contrast and by the form that it has without "In contrast,".
func TestAContrastIsWithTheSentenceBefore(t *testing.T) {
	chen := &engine.Paper{ID: "1", Title: "Sleep and memory", Authors: []engine.Author{{Family: "Chen"}, {Family: "Adams"}},
		Abstract: "Memory is studied in adults. We find that sleep does not improve declarative memory.", Year: 2009}
	const claim, cited = "Sleep improves declarative memory.", " @chen2009sleep find that sleep does not improve declarative memory."
	for name, c := range map[string]struct {
		network    judge.Network
		text       string
		mode       string
		contradict bool
	}{
		"after the claim":         {contradicting(5), claim + "‸\n", "sentence", true},
		"without a network":       {nil, claim + "‸\n", "sentence", false},
		"another statement":       {contradicting(5), "Sleep improves procedural memory.‸\n", "sentence", false},
		"a new paragraph":         {contradicting(5), claim + "\n\n‸\n", "sentence", false},
		"another section":         {contradicting(5), claim + "\n\n# Results\n\n‸\n", "sentence", false},
		"replaced":                {contradicting(5), claim + cited + "‸ <!-- scilit: memory -->\n", "rewrite", true},
		"replaced, the first one": {contradicting(5), claim + "\n\n" + cited[1:] + "‸ <!-- scilit: memory -->\n", "rewrite", false},
	} {
		t.Run(name, func(t *testing.T) {
			open := func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error) {
				return engine.New(engine.Parts{Retrievers: []engine.Retriever{holding(chen)}, Judge: c.network}), nil, nil
			}
			dir := t.TempDir()
			p, err := play(t.Context(), Options{Openers: backend.Openers{Engine: open}}, json.RawMessage(demoCapabilities), json.RawMessage(`{}`), dir)
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, "main.md")
			before, after, _ := strings.Cut(c.text, "‸")
			if err := p.Open(t.Context(), path, "markdown", before+after); err != nil {
				t.Fatal(err)
			}
			var answer wire.CitationText
			params := map[string]any{"paper": "1", "mode": c.mode, "position": p.Point(path, len(before)).Start,
				"textDocument": map[string]any{"uri": uri.File(path), "version": p.Files[path].Version}}
			if err := p.Call(t.Context(), "scilit/draft", params, &answer); err != nil {
				t.Fatal(err)
			}
			marked := strings.HasPrefix(answer.Text, "In contrast, @") && answer.Form == "contrast" && strings.Contains(answer.Note, "contradicts your sentence")
			if marked != c.contradict || strings.Contains(answer.Text, "contrast") != c.contradict {
				t.Errorf("%q, %s, %q", answer.Text, answer.Form, answer.Note)
			}
			for _, form := range []wire.Form{wire.FormResult, wire.FormContrast} {
				var found wire.CitationText
				params["form"] = form
				err := p.Call(t.Context(), "scilit/draft", params, &found)
				if c.contradict && (err != nil || found.Text != answer.Text) {
					t.Errorf("in the form %s: %q, %v", form, found.Text, err)
				}
			}
		})
	}
}
