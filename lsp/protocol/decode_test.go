//lint:file-ignore SA1019 Older clients send only the deprecated rootUri.

package protocol

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	lsp "go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

const aRange = `{"start":{"line":1,"character":2},"end":{"line":3,"character":4}}`

var decodedRange = lsp.Range{Start: lsp.Position{Line: 1, Character: 2}, End: lsp.Position{Line: 3, Character: 4}}

func decoded[T any](t *testing.T, raw string) T {
	t.Helper()
	var v T
	if err := Unmarshal([]byte(raw), &v); err != nil {
		t.Errorf("%s: %v", raw, err)
	}
	return v
}

// The library's decoder rejects each of these messages; ours skips the invalid member.
func TestAMemberThatDoesNotFitCostsNoMessage(t *testing.T) {
	const sent = `{"processId":null,"rootPath":5,"rootUri":null,"workspaceFolders":null,"trace":7,"locale":[],"clientInfo":null,
		"initializationOptions":{"a":[1]},"initializationOptions":{"a":[2]},
		"capabilities":{"workspace":{"configuration":true,"workspaceEdit":null,"symbol":3},
			"textDocument":{"codeAction":{"resolveSupport":null,"codeActionLiteralSupport":null},"hover":{"contentFormat":["html"]},
				"completion":{"completionItem":{"documentationFormat":"markdown","snippetSupport":true}},"synchronization":5},
			"general":{},"experimental":[[]]}}`
	params := decoded[lsp.InitializeParams](t, sent)
	c := params.Capabilities
	if !*c.Workspace.Configuration || c.TextDocument.Hover.ContentFormat[0] != "html" || params.RootURI != nil || params.ProcessID != nil ||
		!*c.TextDocument.Completion.CompletionItem.SnippetSupport || string(params.InitializationOptions) != `{"a":[2]}` {
		t.Errorf("got %+v", params)
	}
	folders := decoded[lsp.InitializeParams](t, `{"workspaceFolders":[{"uri":"file:///a","name":"a"},{"uri":null,"name":null}],"rootUri":""}`)
	if list, _ := folders.WorkspaceFolders.Get(); len(list) != 2 || list[0].URI != "file:///a" || list[1].URI != "" || *folders.RootURI != "" {
		t.Errorf("got %+v", folders)
	}
	opened := decoded[lsp.DidOpenTextDocumentParams](t, `{"textDocument":{"uri":"file:///a","languageId":null,"version":null,"text":"x"}}`)
	if opened.TextDocument != (lsp.TextDocumentItem{URI: "file:///a", Text: "x"}) {
		t.Errorf("got %+v", opened)
	}
	action := decoded[lsp.CodeActionParams](t, `{"textDocument":{"uri":""},"context":{"diagnostics":[{"range":5}],"only":null,"triggerKind":1},"workDoneToken":{}}`)
	if action.TextDocument.URI != "" || action.Context.TriggerKind != lsp.CodeActionTriggerKindInvoked || action.WorkDoneToken != nil {
		t.Errorf("got %+v", action)
	}
	item := decoded[lsp.CompletionItem](t, "{\"label\":\"a\xff\",\"detail\":null,\"sortText\":\"\",\"insertTextFormat\":1,\"insertTextMode\":null}")
	_, detailed := item.Detail.Get()
	if sort, sorted := item.SortText.Get(); detailed || !sorted || sort != "" || item.Label != "a�" {
		t.Errorf("got %+v", item)
	}
	notebook := decoded[lsp.DidOpenNotebookDocumentParams](t, `{"notebookDocument":{"version":null,"cells":7},"cellTextDocuments":[{"uri":"a:b","text":"x"}]}`)
	if len(notebook.CellTextDocuments) != 1 || notebook.CellTextDocuments[0].Text != "x" {
		t.Errorf("got %+v", notebook)
	}
}

func TestNamesAreComparedWithCase(t *testing.T) {
	params := decoded[lsp.HoverParams](t, `{"TextDocument":{"uri":"file:///a"},"textDocument":{"URI":"file:///b"},"position":{"Line":3}}`)
	if params.TextDocument.URI != "" || params.Position.Line != 0 {
		t.Errorf("got %+v", params)
	}
}

func TestARequiredMemberThatDoesNotFitIsAnError(t *testing.T) {
	for raw, v := range map[string]any{
		`{"newName":5}`:              new(lsp.RenameParams),
		`[]`:                         new(lsp.RenameParams),
		`{"textDocument":{"uri":7}}`: new(lsp.HoverParams),
		`{"position":{"line":-1}}`:   new(lsp.HoverParams),
		`{"position":{"line":1e9,"character":1.5}}`:               new(lsp.HoverParams),
		`{"textDocument":{"uri":"file:///a","text"`:               new(lsp.DidOpenTextDocumentParams),
		`{"textDocument":{"version":99999999999}}`:                new(lsp.DidOpenTextDocumentParams),
		`{"change":{"cells":{"textContent":[{"changes":[{}]}]}}}`: new(lsp.DidChangeNotebookDocumentParams),
		`{"change":{"cells":{"structure":{"didOpen":7}}}}`:        new(lsp.DidChangeNotebookDocumentParams),
	} {
		if err := Unmarshal([]byte(raw), v); err == nil {
			t.Errorf("%s: %+v", raw, v)
		}
	}
}

// Skipping a change would leave server and editor with different texts.
func TestAMalformedChangeIsAnError(t *testing.T) {
	for _, odd := range []string{`null`, `1`, `{}`, `{"text":null}`, `{"text":5}`, `{"Text":"x"}`, `{"range":5,"text":""}`, `{"range":{"start":{"line":-1}},"text":""}`} {
		var params lsp.DidChangeTextDocumentParams
		if err := Unmarshal([]byte(`{"contentChanges":[`+odd+`]}`), &params); err == nil {
			t.Errorf("%s: %v", odd, params.ContentChanges[0])
		}
	}
	got := decoded[lsp.DidChangeTextDocumentParams](t, `{"textDocument":{"uri":"file:///a","version":null},"contentChanges":[{"text":"x"},{"range":`+aRange+`,"rangeLength":null,"text":"y"}]}`)
	want := []lsp.TextDocumentContentChangeEvent{
		&lsp.TextDocumentContentChangeWholeDocument{Text: "x"}, &lsp.TextDocumentContentChangePartial{Range: decodedRange, Text: "y"},
	}
	if !reflect.DeepEqual(want, got.ContentChanges) {
		t.Errorf("got %v", got.ContentChanges)
	}
}

// Editors rely on [] for an empty list, and golden files on the order of map keys.
func TestMarshal(t *testing.T) {
	for want, v := range map[string]any{
		`null`:                              (*lsp.Hover)(nil),
		`[]`:                                lsp.DocumentSymbolSlice(nil),
		`{"isIncomplete":false,"items":[]}`: &lsp.CompletionList{},
		`{"title":"a","data":{}}`:           &lsp.CodeAction{Title: "a", Data: lsp.LSPAny(`{}`)},
		`{"uri":"file:///a","version":0,"diagnostics":[]}`: &lsp.PublishDiagnosticsParams{URI: "file:///a", Version: lsp.NewOptional[int32](0)},
		`{"textDocument":{"uri":"file:///a","version":null},"edits":[]}`: &lsp.TextDocumentEdit{
			TextDocument: lsp.OptionalVersionedTextDocumentIdentifier{TextDocumentIdentifier: lsp.TextDocumentIdentifier{URI: "file:///a"}},
		},
		`{"changes":{"file:///a":[],"file:///b":[],"file:///c":[]}}`: &lsp.WorkspaceEdit{Changes: map[uri.URI][]lsp.TextEdit{"file:///b": nil, "file:///c": nil, "file:///a": nil}},
		`{"type":3,"message":"<a> & b�"}`:                            &lsp.ShowMessageParams{Type: lsp.MessageTypeInfo, Message: "<a> & b\xff"},
		`[{"title":"a","kind":"quickfix","edit":{},"command":{"title":"b","command":"scilit"}}]`: []lsp.CommandOrCodeAction{&lsp.CodeAction{
			Title: "a", Kind: new(lsp.CodeActionKindQuickFix), Edit: &lsp.WorkspaceEdit{}, Command: lsp.Command{Title: "b", Command: "scilit"},
		}},
	} {
		if raw, err := Marshal(v); err != nil || string(raw) != want {
			t.Errorf("got %s, %v, want %s", raw, err, want)
		}
	}
}

func TestDeepNestingIsRejected(t *testing.T) {
	nested := func(n int) []byte { return []byte(strings.Repeat(`[`, n) + `"[[\"[[\\"` + strings.Repeat(`]`, n)) }
	var any lsp.LSPAny
	if err := Unmarshal(nested(maxDepth), &any); err != nil {
		t.Error(err)
	}
	for _, deep := range [][]byte{nested(maxDepth + 1), nested(1e6), []byte(strings.Repeat(`{"a":`, 1e6))} {
		if err := Unmarshal(deep, &any); err == nil || !strings.Contains(err.Error(), "more than 1000 levels deep") {
			t.Errorf("got %v", err)
		}
	}
	if err := Unmarshal([]byte("["+strings.Repeat(`[],{"a":{}},`, 2000)+`0]`), &any); err != nil {
		t.Errorf("siblings: %v", err)
	}
}

// BenchmarkDidChange decodes the text of a long document, as after a keystroke in an editor that
// sends the whole text.
func BenchmarkDidChange(b *testing.B) {
	text := strings.Repeat("Max pooling performs worse than mean pooling, as é shows.\\n", 18000)
	raw := fmt.Appendf(nil, `{"textDocument":{"uri":"file:///a","version":3},"contentChanges":[{"text":"%s"}]}`, text)
	for name, decode := range map[string]func([]byte, any) error{"lenient": Unmarshal, "library": lsp.Unmarshal} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(raw)))
			b.ReportAllocs()
			for b.Loop() {
				if err := decode(raw, new(lsp.DidChangeTextDocumentParams)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
