package lsp

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/internal/fakeeditor"
	scilit "github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// An answered value is the result of any request whose results contain ranges.
type answered struct {
	URI, Name, Detail, Target, Placeholder string
	Kind                                   int
	Range, SelectionRange                  *protocol.Range
	Location                               *protocol.Location
}

// askMarker sends a request and lists the results: file, line counted from 1, columns, the text in
// the range, and the remaining fields. It applies the edits of a rename request.
func askMarker(t *testing.T, p *player, flags markerFlags, path string, offset int) string {
	params := map[string]any{"textDocument": map[string]any{"uri": uri.File(path)}, "position": p.Point(path, offset).Start}
	if flags.Rename != "" {
		params["newName"] = flags.Rename
		return renameMarker(t, p, params)
	}
	params["context"] = map[string]any{"includeDeclaration": true}
	var raw json.RawMessage
	if err := p.Call(t.Context(), "textDocument/"+flags.Ask, params, &raw); err != nil {
		return "error: " + err.Error() + "\n"
	}
	var all []answered
	if json.Unmarshal(raw, &all) != nil {
		var one answered
		if err := json.Unmarshal(raw, &one); err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	var b strings.Builder
	for _, a := range all {
		b.WriteString(p.shownPlace(t, a, path) + "\n")
	}
	return b.String()
}

func (p *player) shownPlace(t *testing.T, a answered, path string) string {
	if a.URI != "" {
		path = uri.URI(a.URI).FsPath()
	}
	r := a.Range
	if a.SelectionRange != nil {
		r = a.SelectionRange
	}
	if a.Location != nil {
		r = &a.Location.Range
	}
	s, err := p.File(path)
	if err != nil {
		t.Fatal(err)
	}
	text := s.Text[s.Offset(doc.Position(r.Start), fakeeditor.Encoding):s.Offset(doc.Position(r.End), fakeeditor.Encoding)]
	shown := fmt.Sprintf("%s:%d:%d-%d %q", filepath.Base(path), r.Start.Line+1, r.Start.Character, r.End.Character, text)
	for _, more := range []string{a.Name, a.Detail, strings.Replace(a.Target, string(uri.File(filepath.Dir(path))), "file:///FOLDER", 1), a.Placeholder} {
		if more != "" {
			shown += " " + more
		}
	}
	if a.Kind != 0 {
		shown += fmt.Sprint(" kind ", a.Kind)
	}
	return shown
}

func renameMarker(t *testing.T, p *player, params map[string]any) string {
	var raw json.RawMessage
	if err := p.Call(t.Context(), "textDocument/rename", params, &raw); err != nil {
		return "error: " + err.Error() + "\n"
	}
	var edit protocol.WorkspaceEdit
	if err := scilit.Unmarshal(raw, &edit); err != nil {
		t.Fatal(err)
	}
	if err := p.Apply(edit); err != nil {
		t.Fatal(err)
	}
	return ""
}
