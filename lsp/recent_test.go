package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/recent"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// TestPapersPublishedSinceAreListed opens a manuscript with a corpus that was extended by an update.
func TestPapersPublishedSinceAreListed(t *testing.T) {
	t.Setenv("SCILIT_CACHE", t.TempDir())
	dir := t.TempDir()
	bib, main := filepath.Join(dir, "references.bib"), filepath.Join(dir, "main.md")
	write(t, bib, "@article{bees,\n  title = {Honey bees as pollinators},\n  doi = {10.1000/bees}\n}\n")
	grown, err := backend.GrownCorpus(bib)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := index.Build(t.Context(), index.BuildOptions{Dir: grown, AllowEmpty: true},
		func(func(*engine.Paper, error) bool) {}); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(grown, "grow"), 0o700); err != nil {
		t.Fatal(err)
	}
	f := newPlayer(t.Context(), Options{Openers: new(backend.Builder).Openers()})
	f.Messages = make(chan string, 100)
	if err := f.Begin(t.Context(), json.RawMessage(`{}`), json.RawMessage(
		`{"engine":"plain","indexes":[],"library":{"bib":false}}`), dir); err != nil {
		t.Fatal(err)
	}
	text := "# Bees\n\nCrops need pollinators.\nHoney bees pollinate most crops [@bees].\n"
	if err := f.Open(t.Context(), main, "markdown", text); err != nil {
		t.Fatal(err)
	}
	ask := func(quiet bool) (places []recentPlace) {
		t.Helper()
		argument := map[string]any{"textDocument": map[string]any{"uri": uri.File(main)}, "quiet": quiet}
		if err := f.Call(t.Context(), protocol.MethodWorkspaceExecuteCommand,
			map[string]any{"command": commandRecent, "arguments": []any{argument}}, &places); err != nil {
			t.Fatal(err)
		}
		return places
	}
	if places := ask(true); len(places) != 0 {
		t.Errorf("before an update: %+v", places)
	}
	err = recent.Add(grown, []recent.Paper{
		{ID: "doi:10.2000/wild", Title: "Wild bees", DOI: "10.2000/wild", Year: 2026, Names: []string{"doi:10.2000/wild"},
			Cites: []string{"doi:10.1000/bees"}, Found: "2026-11-24"},
		{ID: "doi:10.2000/houses", Title: "Prices of houses", Names: []string{"doi:10.2000/houses"}, Found: "2026-11-24"},
	})
	if err != nil {
		t.Fatal(err)
	}
	places := ask(false)
	if len(places) != 1 || places[0].Title != "Wild bees" || places[0].Cites != "Honey bees as pollinators" ||
		places[0].Range.Start.Line != 3 || places[0].URI != uri.File(main) ||
		places[0].Sentence != "Honey bees pollinate most crops." {
		t.Errorf("%+v", places)
	}
	told := <-f.Messages
	if strings.Contains(told, "no index has vectors") {
		told = <-f.Messages
	}
	if !strings.Contains(told, "new papers related to this manuscript (1): “Wild bees") {
		t.Error(told)
	}
}
