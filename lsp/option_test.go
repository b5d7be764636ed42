package lsp

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A sentence that its paper hardly shows comes behind the mark, whatever the setting.
func TestTheMarkIsFirstWhereTheBestSentenceIsWeaklySupported(t *testing.T) {
	supported := func(score float64) (o option) {
		o.judge(engine.Draft{Text: "It is so " + engine.Mark + ".", Evidence: engine.Highlight{Text: "It is.", Score: score}}, nil)
		return o
	}
	for _, c := range []struct {
		o       option
		setting string
		want    []mode
	}{
		{supported(0.79), config.PreferSentence, []mode{writeMark, writeSentence}},
		{supported(0.8), config.PreferSentence, []mode{writeSentence, writeMark}},
		{supported(0.99), config.PreferMark, []mode{writeMark, writeSentence}},
		{option{alone: true}, config.PreferSentence, []mode{writeMark}},
		{option{weak: true, marked: true}, config.PreferMark, []mode{writeSentence}},
	} {
		if got := c.o.modes(c.setting); !slices.Equal(got, c.want) {
			t.Errorf("%+v, prefer %s: %v", c.o, c.setting, got)
		}
	}
}

// A client that asks for a draft is answered what to offer first and why; a preview
// is no message to the user.
func TestADraftSaysWhatToPreferAndWhy(t *testing.T) {
	open := func(context.Context, config.Settings) (*engine.Engine, []app.Notice, error) {
		return engine.New(engine.Parts{Indexes: []engine.Index{holding(untold, baker)}}), nil, nil
	}
	dir := t.TempDir()
	p, err := play(t.Context(), Options{Openers: app.Openers{Engine: open}}, json.RawMessage(demoCapabilities), json.RawMessage(`{}`), dir)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "main.md")
	if err := p.Open(t.Context(), path, "markdown", sampleText); err != nil {
		t.Fatal(err)
	}
	type answer struct {
		Support *float64
		Prefer  mode
		Note    string
	}
	ask := func(paper string) (a answer) {
		params := map[string]any{"textDocument": map[string]any{"uri": "file://" + path, "version": p.Files[path].Version}, "position": map[string]int{"line": 0, "character": 5}, "paper": paper}
		if err := p.Call(t.Context(), "scilit/draft", params, &a); err != nil {
			t.Fatal(err)
		}
		return a
	}
	if d := ask("2"); d.Prefer != writeMark || d.Support != nil || d.Note != "only the title of this paper is known" {
		t.Errorf("title alone: %+v", d)
	}
	if d := ask("1"); d.Prefer != writeSentence || d.Support == nil || *d.Support < weakSupport {
		t.Errorf("abstract: %+v", d)
	}
	if heard := p.Heard(); slices.ContainsFunc(heard, func(m string) bool { return strings.Contains(m, "inserted") }) {
		t.Errorf("told %q", heard)
	}
}
