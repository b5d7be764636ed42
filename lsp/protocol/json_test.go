package protocol

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.lsp.dev/uri"
)

const aRange = `{"start":{"line":1,"character":2},"end":{"line":3,"character":4}}`

var decodedRange = Range{Position{1, 2}, Position{3, 4}}

func ptr[T any](v T) *T { return &v }

// Each shape of each union, and what is none: it is decoded as nil.
func TestUnions(t *testing.T) {
	edit := TextEdit{decodedRange, "x"}
	const textEdit = `{"range":` + aRange + `,"newText":"x"}`
	for _, test := range []struct {
		name, json string
		want       any // of the type of the union, in a slice of one
	}{
		{"command", `[{"title":"a","command":"b","arguments":[1]}]`, []CommandOrCodeAction{&Command{"a", "b", []LSPAny{LSPAny("1")}}}},
		{"action with a command", `[{"title":"a","command":{"title":"b","command":"c"}}]`, []CommandOrCodeAction{&CodeAction{Title: "a", Command: Command{Title: "b", Command: "c"}}}},
		{"action of null", `[null]`, []CommandOrCodeAction{nil}},
		{"text edit", `[` + textEdit + `]`, []TextDocumentEditElement{&edit}},
		{"annotated edit", `[{"range":` + aRange + `,"newText":"x","annotationId":"y"}]`, []TextDocumentEditElement{&AnnotatedTextEdit{edit, "y"}}},
		{"whole document", `[{"text":"x"}]`, []TextDocumentContentChangeEvent{&TextDocumentContentChangeWholeDocument{"x"}}},
		{"part of a document", `[{"range":` + aRange + `,"text":"x"}]`, []TextDocumentContentChangeEvent{&TextDocumentContentChangePartial{decodedRange, "x"}}},
		{"edit of an open document", `[{"textDocument":{"uri":"file:///a","version":3},"edits":[` + textEdit + `]}]`,
			[]DocumentChange{&TextDocumentEdit{OptionalVersionedTextDocumentIdentifier{"file:///a", ptr[int32](3)}, []TextDocumentEditElement{&edit}}}},
		{"edit of a document on disk", `[{"textDocument":{"uri":"file:///a","version":null},"edits":[]}]`,
			[]DocumentChange{&TextDocumentEdit{OptionalVersionedTextDocumentIdentifier{"file:///a", nil}, []TextDocumentEditElement{}}}},
		{"new file", `[{"kind":"create","uri":"file:///a","options":{"ignoreIfExists":true}}]`,
			[]DocumentChange{&CreateFile{"create", "file:///a", &CreateFileOptions{ptr(true)}}}},
		{"string", `["a\"b"]`, []ProgressToken{String(`a"b`)}},
		{"integer", `[-7]`, []ProgressToken{Integer(-7)}},
	} {
		decoded := reflect.New(reflect.TypeOf(test.want))
		if err := Unmarshal([]byte(test.json), decoded.Interface()); err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if diff := cmp.Diff(test.want, decoded.Elem().Interface()); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
		if raw, err := Marshal(decoded.Elem().Interface()); err != nil || string(raw) != test.json {
			t.Errorf("%s: encoded as %s, %v", test.name, raw, err)
		}
	}
}

func TestShapesThatAreNotInUseAreNil(t *testing.T) {
	const odd = `[null, 1.5, true, [], {}, {"kind":"rename","oldUri":"file:///a","newUri":"file:///b"}, {"kind":["create"]}, {"snippet":{}}]`
	var tokens []ProgressToken
	var changes []DocumentChange
	var elements []TextDocumentEditElement
	var actions []CommandOrCodeAction
	for _, into := range []any{&tokens, &changes, &elements, &actions} {
		if err := Unmarshal([]byte(odd), into); err != nil {
			t.Errorf("%T: %v", into, err)
		}
		for i, list := 0, reflect.ValueOf(into).Elem(); i < list.Len(); i++ {
			if !list.Index(i).IsNil() {
				t.Errorf("%T: %d is %v", into, i, list.Index(i))
			}
		}
	}
}

// To skip a change would leave server and editor with different texts.
func TestAChangeOfADocumentThatIsNoneIsAnError(t *testing.T) {
	for _, odd := range []string{`null`, `1`, `{}`, `{"text":null}`, `{"text":5}`, `{"range":5,"text":""}`, `{"range":{"start":{"line":-1}},"text":""}`} {
		var params DidChangeTextDocumentParams
		if err := Unmarshal([]byte(`{"contentChanges":[`+odd+`]}`), &params); err == nil {
			t.Errorf("%s: %v", odd, params.ContentChanges[0])
		}
	}
}

// A required member is there, if only as [] or null; an optional one is not.
func TestWhatIsEncoded(t *testing.T) {
	version := int32(2)
	for want, v := range map[string]any{
		`null`:                              (*Hover)(nil),
		`[]`:                                DocumentSymbolSlice(nil),
		`{}`:                                &WorkspaceEdit{},
		`{"isIncomplete":false,"items":[]}`: &CompletionList{},
		`{"label":"a"}`:                     &CompletionItem{Label: "a"},
		`{"title":"a"}`:                     &CodeAction{Title: "a"},
		`{"title":"a","disabled":{"reason":"b"}}`:                                              &CodeAction{Title: "a", Disabled: CodeActionDisabled{"b"}},
		`{"title":"a","data":{}}`:                                                              &CodeAction{Title: "a", Data: LSPAny(`{}`)},
		`{"uri":"file:///a","diagnostics":[]}`:                                                 &PublishDiagnosticsParams{URI: "file:///a"},
		`{"uri":"file:///a","version":0,"diagnostics":[]}`:                                     &PublishDiagnosticsParams{URI: "file:///a", Version: NewOptional[int32](0)},
		`{"textDocument":{"uri":"file:///a","version":null},"edits":[]}`:                       &TextDocumentEdit{TextDocument: OptionalVersionedTextDocumentIdentifier{URI: "file:///a"}},
		`{"uri":"file:///a","version":2}`:                                                      OptionalVersionedTextDocumentIdentifier{"file:///a", &version},
		`{"changes":{"file:///a":[],"file:///b":[]}}`:                                          &WorkspaceEdit{Changes: map[uri.URI][]TextEdit{"file:///b": nil, "file:///a": nil}},
		`{"kind":"begin","title":"<a> & b"}`:                                                   WorkDoneProgressBegin{Kind: "begin", Title: "<a> & b"},
		`{"kind":"report","percentage":0}`:                                                     WorkDoneProgressReport{Kind: "report", Percentage: ptr[uint32](0)},
		`{"type":3,"message":"a�b"}`:                                                           &ShowMessageParams{MessageTypeInfo, "a\xffb"},
		`{"capabilities":{"hoverProvider":true,"documentLinkProvider":{}}}`:                    &InitializeResult{Capabilities: ServerCapabilities{HoverProvider: true, DocumentLinkProvider: &DocumentLinkOptions{}}},
		`{"id":"a","method":"b","registerOptions":[]}`:                                         Registration{"a", "b", LSPAny("[]")},
		`{"range":` + aRange + `,"severity":1,"code":"c","message":"d"}`:                       Diagnostic{Range: decodedRange, Severity: DiagnosticSeverityError, Code: String("c"), Message: "d"},
		`[{"name":"a","kind":5,"location":{"uri":"file:///a","range":` + aRange + `}}]`:        SymbolInformationSlice{{"a", SymbolKindClass, Location{"file:///a", decodedRange}}},
		`{"range":` + aRange + `,"newText":"a","annotationId":"b"}`:                            &AnnotatedTextEdit{TextEdit{decodedRange, "a"}, "b"},
		`{"contents":{"kind":"markdown","value":"a"},"range":` + aRange + `}`:                  &Hover{&MarkupContent{MarkupKindMarkdown, "a"}, &decodedRange},
		`{"title":"a","kind":"quickfix","edit":{},"command":{"title":"b","command":"scilit"}}`: &CodeAction{Title: "a", Kind: ptr(CodeActionKindQuickFix), Edit: &WorkspaceEdit{}, Command: Command{Title: "b", Command: "scilit"}},
	} {
		if raw, err := Marshal(v); err != nil || string(raw) != want {
			t.Errorf("got %s, %v, want %s", raw, err, want)
		}
	}
}

func TestWhatEditorsMayLeaveOutOrAdd(t *testing.T) {
	var params InitializeParams
	const sent = `{"processId":null,"rootPath":5,"rootUri":null,"workspaceFolders":null,"initializationOptions":{"a":[1]},"initializationOptions":{"a":[2]},
		"capabilities":{"workspace":{"configuration":true,"workspaceEdit":null},"textDocument":{"codeAction":{"resolveSupport":null},"hover":{"contentFormat":["html"]}},"general":{},"experimental":[[]]}}`
	if err := Unmarshal([]byte(sent), &params); err != nil {
		t.Fatal(err)
	}
	if c := params.Capabilities; !*c.Workspace.Configuration || c.TextDocument.Hover.ContentFormat[0] != "html" || params.RootURI != nil || string(params.InitializationOptions) != `{"a":[2]}` {
		t.Errorf("got %+v", params)
	}
	var item CompletionItem
	if err := Unmarshal([]byte("{\"label\":\"a\xff\",\"detail\":null,\"sortText\":\"\",\"insertTextFormat\":1}"), &item); err != nil {
		t.Fatal(err)
	}
	_, detailed := item.Detail.Get()
	if sort, sorted := item.SortText.Get(); detailed || !sorted || sort != "" || item.Label != "a�" {
		t.Errorf("got %+v", item)
	}
}

func TestDeepNestingIsRefused(t *testing.T) {
	nested := func(n int) []byte { return []byte(strings.Repeat(`[`, n) + `"[[\"[[\\"` + strings.Repeat(`]`, n)) }
	var any LSPAny
	if err := Unmarshal(nested(maxDepth), &any); err != nil {
		t.Error(err)
	}
	for _, deep := range [][]byte{nested(maxDepth + 1), nested(1e6), []byte(strings.Repeat(`{"a":`, 1e6))} {
		if err := Unmarshal(deep, &any); err == nil || !strings.Contains(err.Error(), "deeper than 1000") {
			t.Errorf("got %v", err)
		}
	}
	if err := Unmarshal([]byte("["+strings.Repeat(`[],{"a":{}},`, 2000)+`0]`), &any); err != nil {
		t.Errorf("many beside each other: %v", err)
	}
}
