package lsp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
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

// An editor that reads a Latin-1 file as UTF-8 shows marks for its letters and
// would save them. It is told so, and nothing is put into what it shows.
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

func TestWordsOfKey(t *testing.T) {
	paper := &engine.Paper{Title: "Concise Integer Linear-Programming Formulations", Year: 2009, Authors: []engine.Author{{Family: "van der Martins"}, {Family: "Smith"}}}
	for key, want := range map[string]bool{
		"vandermartins2009concise": true, "vandermartins:2009": true, "vandermartins_concise_2009": true, "vandermartins-etal-2009-concise": true,
		"Vandermartins2009Concise": true, "vandermartinsSmith2009": true, "vandermartins2009b": true, "vandermartins2009programming": true,
		"vandermartins2010concise": false, "smith2009concise": false, "vandermartins2009parsing": false, "vandermartins": false, "2009": false, "": false,
	} {
		if got := wordsOfKey(key).fits(paper); got != want {
			t.Errorf("%q: %v, %+v", key, got, wordsOfKey(key))
		}
	}
}

func TestSameTitle(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"Attention Is All You Need", "Attention is all you need", true},
		{"GloVe: Global Vectors for Word Representation", "{GloVe}", true},
		{"Neural Machine Translation by Jointly Learning to Align", "Neural machine translation by jointly aligning", true},
		{"Attention Is All You Need", "Deep Residual Learning for Image Recognition", false},
		{"Attention", "", true},
	} {
		if got := sameTitle(tt.a, tt.b); got != tt.want {
			t.Errorf("%q, %q: %v", tt.a, tt.b, got)
		}
	}
}
