package lsp

import (
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

func TestTheCiteCommandTakesSeveralPapers(t *testing.T) {
	second := *baker
	second.ID, second.Title, second.DOI = "second", "Another Work About Bread", ""
	p, path := playSample(t, demoCapabilities, holding(baker, &second))
	before := p.Files[path].Text
	at := strings.Index(before, ".")
	asked := map[string]any{
		"uri": uri.File(path), "version": 1, "at": p.Point(path, at).Start, "mode": "mark",
		"papers": []any{map[string]any{"paper": baker.ID}, map[string]any{"paper": "second"}, map[string]any{"paper": baker.ID}},
	}
	params := map[string]any{"command": commandCite, "arguments": []any{asked}}
	if err := p.Call(t.Context(), protocol.MethodWorkspaceExecuteCommand, params, nil); err != nil {
		t.Fatal(err)
	}
	bib, err := p.File(filepath.Join(filepath.Dir(path), "references.bib"))
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(before, ".", " [@baker2002max; @baker2002another].", 1)
	if got := p.Files[path].Text; got != want || strings.Count(bib.Text, "@") != 2 {
		t.Errorf("got %q, want %q, with %s", got, want, bib.Text)
	}
}
