package lsp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// pooled is the record of the work described by the entries in these tests.
func pooled() *engine.Paper {
	return &engine.Paper{ID: "1", Title: "Max pooling over words and sentences in long documents", Authors: []engine.Author{{Given: "Ann", Family: "Baker"}},
		Year: 2002, Venue: "ACL", DOI: "10.1234/pool"}
}

const pooledEntry = "@inproceedings{a, author = {Baker, Ann}, title = {Max pooling over words and sentences in long documents}, booktitle = {ACL}, year = 1990, doi = {10.1234/pool}}\n"

// In each format, a diagnostic marks the citation of an entry that contradicts its record, and the
// hover explains it. Other citations have no diagnostic.
func TestCitationsOfWrongEntriesAreMarked(t *testing.T) {
	for name, text := range map[string]string{
		"a.tex": "\\documentclass{article}\\begin{document}\nPooling \\cite{fine, a}.\n\\bibliography{refs}\n\\end{document}\n",
		"a.md":  "---\nbibliography: refs.bib\n---\nPooling [@fine; @a].\n",
		"a.typ": "Pooling @fine @a .\n#bibliography(\"refs.bib\")\n",
		"a.org": "#+bibliography: refs.bib\nPooling [cite:@fine;@a].\n",
	} {
		p, path := playSample(t, demoCapabilities, holding(pooled()))
		path = filepath.Join(filepath.Dir(path), name)
		source := pooledEntry + "@article{fine, author = {Doe, Jane}, title = {A work that nobody has in an index}, year = 2001}\n"
		if err := os.WriteFile(filepath.Join(filepath.Dir(path), "refs.bib"), []byte(source), 0o644); err != nil {
			t.Fatal(err)
		}
		p.Diagnosed = make(chan *protocol.PublishDiagnosticsParams, 100)
		if err := p.Open(t.Context(), path, "", text); err != nil {
			t.Fatal(err)
		}
		at := keyAt(text)
		var marks []protocol.Diagnostic
		for found := range p.Diagnosed {
			if found.URI == uri.File(path) && len(found.Diagnostics) > 0 {
				marks = found.Diagnostics
				break
			}
		}
		if len(marks) != 1 || marks[0].Code != protocol.String("year-differs") || marks[0].Range.Start != at {
			t.Errorf("%s: %+v", name, marks)
		}
		var hover struct{ Contents protocol.MarkupContent }
		ask := map[string]any{"textDocument": map[string]any{"uri": uri.File(path)}, "position": at}
		if err := p.Call(t.Context(), "textDocument/hover", ask, &hover); err != nil {
			t.Fatal(err)
		}
		if shown := hover.Contents.Value; !strings.Contains(shown, "In the .bib entry") || !strings.Contains(shown, "2002") {
			t.Errorf("%s: %+v", name, hover.Contents)
		}
	}
}

// keyAt returns the position of the key a in a text.
func keyAt(text string) protocol.Position {
	for n, line := range strings.Split(text, "\n") {
		if i := strings.Index(line, "fine"); i >= 0 {
			at := i + strings.LastIndex(line[i:], "a")
			return protocol.Position{Line: uint32(n), Character: uint32(at)}
		}
	}
	return protocol.Position{}
}

// One code action corrects all entries of a .bib file and changes nothing else.
func TestOneActionCorrectsAFile(t *testing.T) {
	p, path := playSample(t, demoCapabilities, holding(pooled()))
	path = filepath.Join(filepath.Dir(path), "refs.bib")
	p.Diagnosed = make(chan *protocol.PublishDiagnosticsParams, 100)
	source := "% kept\n" + pooledEntry + strings.Replace(pooledEntry, "{a,", "{b,", 1)
	if err := p.Open(t.Context(), path, "bibtex", source); err != nil {
		t.Fatal(err)
	}
	for found := range p.Diagnosed {
		if len(found.Diagnostics) >= 3 { // wait for the diagnostics of two years and a duplicate
			break
		}
	}
	actions, err := p.Actions(t.Context(), path, 20)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range actions {
		if a.Title != "Correct 2 entries to match their records" {
			continue
		}
		var edits []bib.Edit
		for _, change := range a.Edit.DocumentChanges {
			for _, e := range change.(*protocol.TextDocumentEdit).Edits {
				edit := e.(*protocol.TextEdit)
				edits = append(edits, bib.Edit{Span: spanIn(source, edit.Range), Text: edit.NewText})
			}
		}
		if got, want := bib.Apply(source, edits), strings.ReplaceAll(source, "1990", "2002"); got != want {
			t.Errorf("got\n%s", got)
		}
		return
	}
	t.Errorf("no such action among %+v", actions)
}

// spanIn returns the bytes of a range of an ASCII text.
func spanIn(text string, r protocol.Range) bib.Span {
	offset := func(p protocol.Position) int {
		at := 0
		for range p.Line {
			at += strings.IndexByte(text[at:], '\n') + 1
		}
		return at + int(p.Character)
	}
	return bib.Span{Start: offset(r.Start), End: offset(r.End)}
}
