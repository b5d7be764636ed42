package lsp

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// With quiet set, the editor receives each finding with its range, even for a manuscript's
// references.
func TestFindingsAreAnsweredWithTheirPlaces(t *testing.T) {
	index := holding(&engine.Paper{ID: "1", Title: "Max pooling over words and sentences", Authors: []engine.Author{{Given: "Ann", Family: "Baker"}}, Year: 2002, Venue: "ACL"})
	p, path := playSample(t, demoCapabilities, index)
	bibPath := filepath.Join(filepath.Dir(path), "refs.bib")
	source := "@inproceedings{a, author = {Baker, A.}, title = {Max pooling over words and sentences}, year = 1990, booktitle = {ACL}}\n@article{b, author = {Doe, J.}, title = {Another work that nobody has}, year = 2001}\n"
	if err := os.WriteFile(bibPath, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	var found []checkedEntry
	argument := entriesParams{TextDocument: protocol.TextDocumentIdentifier{URI: uri.File(path)}, Quiet: true}
	if err := p.Call(t.Context(), protocol.MethodWorkspaceExecuteCommand, map[string]any{"command": commandCheck, "arguments": []any{argument}}, &found); err != nil {
		t.Fatal(err)
	}
	if told := p.Heard(); len(told) > 0 {
		t.Errorf("told %q", told)
	}
	if len(found) != 2 || found[0].Key != "a" || found[0].Code != "year-differs" || found[0].Severity != protocol.DiagnosticSeverityWarning ||
		found[0].URI != uri.File(bibPath) || found[0].Range.Start.Character != 95 || found[1].Code != "not-found" || found[1].Severity != protocol.DiagnosticSeverityHint {
		t.Errorf("%+v", found)
	}
}

// Correcting an entry removes its diagnostic.
func TestADiagnosticGoesWithItsMistake(t *testing.T) {
	index := holding(&engine.Paper{ID: "1", Title: "Max pooling over words and sentences", Authors: []engine.Author{{Given: "Ann", Family: "Baker"}}, Year: 2002, Venue: "ACL"})
	p, path := playSample(t, demoCapabilities, index)
	bibPath := filepath.Join(filepath.Dir(path), "refs.bib")
	p.Diagnosed = make(chan *protocol.PublishDiagnosticsParams, 100)
	source := "@inproceedings{a, author = {Baker, A.}, title = {Max pooling over words and sentences}, booktitle = {ACL}, year = 1990}\n"
	if err := p.Open(t.Context(), bibPath, "bibtex", source); err != nil {
		t.Fatal(err)
	}
	changed := false
	for found := range p.Diagnosed {
		switch {
		case found.URI.FsPath() != bibPath:
		case !changed && len(found.Diagnostics) == 1:
			if found.Diagnostics[0].Code != protocol.String("year-differs") {
				t.Fatalf("%+v", found.Diagnostics)
			}
			year := doc.Range{Start: doc.Position{Character: 114}, End: doc.Position{Character: 118}}
			p.change(t, t.Context(), bibPath, year, "2002")
			changed = true
		case changed && len(found.Diagnostics) == 0:
			return
		}
	}
}
