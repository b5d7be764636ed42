package protocol

import (
	"reflect"
	"testing"

	lsp "go.lsp.dev/protocol"
)

// received lists the types of all parameters and results that either side receives.
var received = []any{
	lsp.InitializeParams{}, lsp.InitializedParams{}, lsp.SetTraceParams{}, lsp.WorkDoneProgressCancelParams{}, lsp.DidChangeConfigurationParams{}, lsp.DidChangeWatchedFilesParams{},
	lsp.ExecuteCommandParams{}, lsp.DidOpenTextDocumentParams{}, lsp.DidChangeTextDocumentParams{}, lsp.DidSaveTextDocumentParams{}, lsp.DidCloseTextDocumentParams{},
	lsp.CodeActionParams{}, lsp.CodeAction{}, lsp.CompletionParams{}, lsp.CompletionItem{}, lsp.DefinitionParams{}, lsp.ReferenceParams{}, lsp.DocumentHighlightParams{},
	lsp.DocumentSymbolParams{}, lsp.DocumentLinkParams{}, lsp.HoverParams{}, lsp.PrepareRenameParams{}, lsp.RenameParams{},
	lsp.ApplyWorkspaceEditResult{}, lsp.MessageActionItem{}, []lsp.LSPAny{}, lsp.ApplyWorkspaceEditParams{}, lsp.PublishDiagnosticsParams{}, lsp.RegistrationParams{}, lsp.ProgressParams{},
	[]lsp.CommandOrCodeAction{},
}

// Decoding terminates on any input, and encoding and decoding the result again does not change it.
// In the first round, a missing URI may become that of the root folder.
func FuzzUnmarshal(f *testing.F) {
	for _, seed := range []string{
		`{"textDocument":{"uri":"file:///a","version":1},"contentChanges":[{"range":{"start":{"line":0,"character":1},"end":{"line":0,"character":2}},"text":"x"},{"text":""}]}`,
		`{"textDocument":{"uri":"untitled:a"},"position":{"line":1,"character":2},"context":{"only":["quickfix"],"triggerKind":1},"workDoneToken":"a"}`,
		`{"rootUri":"file:///a%20b","capabilities":{"workspace":{"workspaceEdit":{"resourceOperations":["create"]}}},"workspaceFolders":[{"uri":"file:///c"}]}`,
		`{"edit":{"documentChanges":[{"kind":"create","uri":"a:b"},{"textDocument":{"uri":"a:b","version":null},"edits":[{"newText":"","annotationId":"c"}]}],"changes":{"file:///a":[{}]}}}`,
		`{"uri":"file:///a","version":3,"diagnostics":[{"code":4,"source":null},{"code":"x"}]}`,
		`[{"title":"a","command":"b","arguments":[{},[null]]},{"title":"c","data":1e400}]`,
		`{"id":1.5}`, `{"token":-1,"value":{"kind":"begin"}}`, `null`, `[[[[`, "{\"title\":\"\xff\\ud800\"}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, zero := range received {
			once, err := rewritten(zero, data)
			if err != nil {
				continue
			}
			twice, err := rewritten(zero, once)
			if err != nil {
				t.Fatalf("%T: %s as %s: %v", zero, data, once, err)
			}
			if again, err := rewritten(zero, twice); err != nil || string(again) != string(twice) {
				t.Fatalf("%T: %s, then %s, %v", zero, twice, again, err)
			}
		}
	})
}

// rewritten decodes data into the type of zero and encodes the result.
func rewritten(zero any, data []byte) ([]byte, error) {
	v := reflect.New(reflect.TypeOf(zero)).Interface()
	if err := Unmarshal(data, v); err != nil {
		return nil, err
	}
	return Marshal(v)
}
