package lsp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"go.lsp.dev/protocol"
)

func TestDiagnosticsAreOfTheTextAsItIs(t *testing.T) {
	p, path := playSample(t, demoCapabilities, holding())
	bibPath := filepath.Join(filepath.Dir(path), "refs.bib")
	p.Diagnosed = make(chan *protocol.PublishDiagnosticsParams, 100)
	if err := p.Open(t.Context(), bibPath, "bibtex", "@article{a}\n"); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		p.change(t, t.Context(), bibPath, doc.Range{}, "@misc{b}\n")
	}
	for found := range p.Diagnosed {
		if found.URI.FsPath() != bibPath {
			continue
		}
		if version, _ := found.Version.Get(); version != p.Files[bibPath].Version || len(found.Diagnostics) != 1 || found.Diagnostics[0].Range.Start.Line != 5 {
			t.Errorf("got %+v", found)
		}
		return
	}
}

// An editor that reads a Latin-1 file as UTF-8 shows replacement characters and
// would save them. The user is warned, and nothing is inserted.
func TestAFileInAnotherEncodingIsNotSpoiled(t *testing.T) {
	index := holding(&engine.Paper{ID: "1", Title: "Max pooling", Authors: []engine.Author{{Family: "Baker"}}, Year: 2002})
	p, path := playSample(t, demoCapabilities, index)
	bibPath := filepath.Join(filepath.Dir(path), "refs.bib")
	latin := "@misc{a, author = {M\xfcller}, title = {B\xe4ume}, year = 2001}\n"
	if err := os.WriteFile(bibPath, []byte(latin), 0o644); err != nil {
		t.Fatal(err)
	}
	actions, err := p.Actions(t.Context(), path, cursor)
	if err != nil || len(actions) == 0 {
		t.Fatal(actions, err)
	}
	p.Diagnosed = make(chan *protocol.PublishDiagnosticsParams, 100)
	if err := p.Open(t.Context(), bibPath, "bibtex", strings.ToValidUTF8(latin, "\uFFFD")); err != nil {
		t.Fatal(err)
	}
	if err := p.Choose(t.Context(), actions[0]); err == nil || !strings.Contains(err.Error(), "encoding") {
		t.Errorf("got %v", err)
	}
	for found := range p.Diagnosed {
		if found.URI.FsPath() == bibPath {
			if len(found.Diagnostics) != 1 || found.Diagnostics[0].Code != protocol.String("encoding") {
				t.Errorf("got %+v", found.Diagnostics)
			}
			return
		}
	}
}
