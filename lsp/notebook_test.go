package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// The Markdown cells of a notebook form one manuscript, whichever form editors send them in.
func TestNotebook(t *testing.T) {
	p, path := playSample(t, demoCapabilities, holding())
	folder := filepath.Dir(path)
	if err := os.WriteFile(filepath.Join(folder, "refs.bib"), []byte("@misc{known, title = {Known}}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	notebook := uri.File(filepath.Join(folder, "study.ipynb"))
	cell := func(n int) string {
		return fmt.Sprintf("vscode-notebook-cell:%s#c%d", filepath.ToSlash(notebook.FsPath()), n)
	}
	item := func(n int, text string) map[string]any {
		return map[string]any{"uri": cell(n), "languageId": "markdown", "version": 1, "text": text}
	}
	call := func(method string, params map[string]any, result any) {
		t.Helper()
		if err := p.Call(t.Context(), method, params, result); err != nil {
			t.Fatal(method, err)
		}
	}
	p.Diagnosed = make(chan *protocol.PublishDiagnosticsParams, 100)
	await := func(n int, want string) {
		t.Helper()
		for found := range p.Diagnosed {
			if got := fmt.Sprint(messagesOf(found)); string(found.URI) == cell(n) && got == want {
				return
			}
		}
	}
	call("notebookDocument/didOpen", map[string]any{"notebookDocument": map[string]any{"uri": notebook}, "cellTextDocuments": []any{item(1, "# On pooling\n"), item(2, "As @known says.")}}, nil)
	await(2, "[]")
	change := map[string]any{"range": map[string]any{"start": position(0, 3), "end": position(0, 9)}, "text": "@nobody"}
	call("notebookDocument/didChange", map[string]any{"notebookDocument": map[string]any{"uri": notebook, "version": 2}, "change": map[string]any{"cells": map[string]any{
		"structure":   map[string]any{"didOpen": []any{item(3, "Again [@known].")}, "didClose": []any{map[string]any{"uri": cell(1)}}},
		"textContent": []any{map[string]any{"document": map[string]any{"uri": cell(2), "version": 2}, "changes": []any{change}}},
	}}}, nil)
	await(2, `[no .bib file of this document contains the key "nobody": correct the key, or add its entry]`)
	call("textDocument/didOpen", map[string]any{"textDocument": item(4, "And @known.")}, nil)
	var edit json.RawMessage
	call("textDocument/rename", map[string]any{"textDocument": map[string]any{"uri": cell(3)}, "position": position(0, 9), "newName": "new"}, &edit)
	for _, file := range []string{string(uri.File(filepath.Join(folder, "refs.bib"))), cell(3), cell(4)} {
		if strings.Count(string(edit), `"`+file+`"`) != 1 {
			t.Errorf("%s is not edited once by %s", file, edit)
		}
	}
	call("notebookDocument/didClose", map[string]any{"notebookDocument": map[string]any{"uri": notebook}, "cellTextDocuments": []any{map[string]any{"uri": cell(2)}}}, nil)
	if err := p.Call(t.Context(), "textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": cell(2)}, "position": position(0, 4)}, nil); err == nil {
		t.Error("a closed cell is still open")
	}
}

func position(line, character int) map[string]any {
	return map[string]any{"line": line, "character": character}
}

func messagesOf(found *protocol.PublishDiagnosticsParams) (all []string) {
	for _, d := range found.Diagnostics {
		all = append(all, string(d.Message.(protocol.String)))
	}
	return all
}
