package lsp

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

// The text is both the command's result and a message, for editors that ignore the result.
func TestAReferenceIsReturnedAndShown(t *testing.T) {
	p, path := playSample(t, demoCapabilities, holding())
	entry := "@book{k, author = {Knuth, Donald E.}, title = {The Art}, publisher = {P}, year = 1997}\n"
	if err := os.WriteFile(filepath.Join(filepath.Dir(path), "refs.bib"), []byte(entry), 0o644); err != nil {
		t.Fatal(err)
	}
	p.Pick = func(titles []string) int { return slices.Index(titles, "ieee") }
	for format, want := range map[string]string{"": "D. E. Knuth, The art. P, 1997.", "ris": "TY  - BOOK", "biblatex": "date      = {1997}", "apa": "Knuth, D. E. (1997)."} {
		e := actionData{URI: p.Files[path].URI, Version: 1, Key: "k", Format: format}
		var text string
		if err := p.Call(t.Context(), protocol.MethodWorkspaceExecuteCommand, command("", commandReference, e), &text); err != nil || !strings.Contains(text, want) {
			t.Errorf("%q: %q, %v", format, text, err)
		}
		if shown := p.Heard()[len(p.Heard())-1]; !strings.Contains(shown, want) {
			t.Errorf("shown is %q", shown)
		}
	}
	e := actionData{URI: p.Files[path].URI, Version: 1, Key: "k", Format: "docx"}
	if err := p.Call(t.Context(), protocol.MethodWorkspaceExecuteCommand, command("", commandReference, e), nil); err == nil || !strings.Contains(err.Error(), "csl-json") {
		t.Errorf("got %v", err)
	}
}
