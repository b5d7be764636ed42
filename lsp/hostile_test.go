package lsp

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	scilit "github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

func TestAnEmptyRootIsNone(t *testing.T) {
	for params, want := range map[string]string{
		`{}`:                "[]",
		`{"rootUri": null}`: "[]",
		`{"rootUri": ""}`:   "[]",
		`{"rootUri": "", "workspaceFolders": [{"uri": ""}, {"uri": "untitled:x"}, {"uri": "file://host/a"}]}`: "[]",
		`{"rootUri": "file:///a"}`: "[/a]",
		`{"rootUri": "file:///a", "workspaceFolders": [{"uri": "file:///b"}, {"uri": "file:///c%00"}]}`: "[/b]",
	} {
		p := new(protocol.InitializeParams)
		if err := scilit.Unmarshal([]byte(params), p); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(rootsOf(p)); got != want {
			t.Errorf("%s: %s, want %s", params, got, want)
		}
	}
}

// Another process keeps the server's pipes open, so the server does not see them close.
func TestAnEditorThatDiesTakesTheServerWithIt(t *testing.T) {
	_, editor := startServer(t)
	p, server := startServer(t)
	params := map[string]any{"processId": editor.Process.Pid, "rootUri": nil, "capabilities": map[string]any{}}
	if err := p.Call(t.Context(), "initialize", params, nil); err != nil {
		t.Fatal(err)
	}
	if err := editor.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := server.Wait(); err == nil || server.ProcessState.ExitCode() != 1 {
		t.Errorf("the server ended with %v", err)
	}
}

// hostileURIs lists URIs of files that are not open, and URIs that do not name files.
var hostileURIs = []string{
	"", "a", "file:", "file:///", "file:///nowhere/main.md", "file://host/share/main.tex", "file:///a%00b.md", "file:///a\x00b.tex",
	"file:///%2e%2e/%2e%2e/etc/passwd", "file:///proc/self/mem", "file:///dev/zero", "http://example.org/a.md", "untitled:Untitled-1", "javascript:alert(1)",
	"file:///" + strings.Repeat("a/", 5000) + "x.md", "file:///%zz.tex", "file:///\xff\xfe.md", "://", "\u202efile:///x.md",
}

// hostilePositions lists positions outside any text.
var hostilePositions = []string{
	`{"line":0,"character":4294967295}`, `{"line":4294967295,"character":0}`, `{"line":4294967295,"character":4294967295}`, `{"line":1,"character":1}`,
}

// hostileRequests returns requests for all methods that take a document and a position.
func hostileRequests(u, at string) map[string][]string {
	document := fmt.Sprintf(`"textDocument":{"uri":%s,"version":-3}`, anyOf(u))
	here := document + `,"position":` + at
	actionData := fmt.Sprintf(`{"uri":%s,"version":1,"at":%s,"paper":"1","corpus":"x","mode":"sentence","key":"\u0000"}`, anyOf(u), at)
	return map[string][]string{
		"textDocument/hover":             {`{` + here + `}`},
		"textDocument/completion":        {`{` + here + `}`, `{` + here + `,"context":{"triggerKind":9,"triggerCharacter":7}}`},
		"textDocument/definition":        {`{` + here + `}`},
		"textDocument/references":        {`{` + here + `,"context":{"includeDeclaration":true}}`},
		"textDocument/documentHighlight": {`{` + here + `}`},
		"textDocument/documentSymbol":    {`{` + document + `}`},
		"textDocument/documentLink":      {`{` + document + `}`},
		"textDocument/prepareRename":     {`{` + here + `}`},
		"textDocument/rename":            {`{` + here + `,"newName":"a"}`, `{` + here + `,"newName":""}`, `{` + here + `,"newName":"}\n@misc{x"}`},
		"textDocument/codeAction": {
			fmt.Sprintf(`{%s,"range":{"start":%s,"end":%s},"context":{"diagnostics":[]}}`, document, at, at),
			fmt.Sprintf(`{%s,"range":{"start":%s,"end":{"line":0,"character":0}},"context":{"diagnostics":[],"only":[""]}}`, document, at),
		},
		"codeAction/resolve":       {`{}`, `{"title":"x","data":7}`, `{"title":"x","data":` + actionData + `}`},
		"completionItem/resolve":   {`{"label":"x"}`, `{"label":"x","data":[]}`, `{"label":"x","data":` + actionData + `}`},
		"workspace/executeCommand": hostileCommands(actionData),
		scilit.MethodDiscover:      {`{` + here + `}`, `{` + here + `,"offset":9223372036854775807,"limit":9223372036854775807}`, `[]`},
		scilit.MethodDraft:         {`{` + here + `,"paper":"1"}`, `{` + here + `,"mode":"rewrite","variants":3}`},
		scilit.MethodBibTeX:        {`{` + here + `}`, `{"paper":"` + strings.Repeat("x", 1e5) + `"}`},
		scilit.MethodKeywords:      {`{` + here + `}`, `{"keywords":"` + strings.Repeat("(", 1e4) + `"}`, `{"keywords":"\u0000;;|AND NOT"}`},
		scilit.MethodStatus:        {`null`, `{}`, `7`},
		"no/such":                  {`{}`, strings.Repeat(`[`, 2000) + strings.Repeat(`]`, 2000)},
	}
}

func hostileCommands(actionData string) (all []string) {
	for _, name := range append(commands, "", "no.such") {
		for _, arguments := range []string{`[]`, `[7]`, `[` + actionData + `]`, `[{"uri":"x","text":"y","range":{"start":{"line":9,"character":9},"end":{"line":0,"character":0}}}]`} {
			all = append(all, fmt.Sprintf(`{"command":%q,"arguments":%s}`, name, arguments))
		}
	}
	return append(all, `{"command":7}`, `{}`)
}

func TestHostileRequestsAreAnsweredWithoutAPanic(t *testing.T) {
	p, _ := startServer(t)
	initialize(t, p, demoCapabilities)
	path := filepath.Join(t.TempDir(), "main.md")
	if err := p.Open(t.Context(), path, "markdown", sampleText+"\nText [@a; @].\n"); err != nil {
		t.Fatal(err)
	}
	known := string(uri.File(path))
	for _, u := range append(hostileURIs, known) {
		for i, at := range hostilePositions {
			if i > 0 && u != known {
				break
			}
			for method, all := range hostileRequests(u, at) {
				for _, params := range all {
					if _, err := p.Conn.Call(t.Context(), method, jsonrpc2.RawMessage(params), nil); code(err) == jsonrpc2.InternalError {
						t.Errorf("%s %.200s: %v", method, params, err)
					} else if err != nil && code(err) == 0 {
						t.Fatalf("%s %.200s: %v", method, params, err)
					}
				}
			}
		}
	}
}

func TestNotificationsInAnyOrderBreakNothing(t *testing.T) {
	p, _ := startServer(t)
	initialize(t, p, demoCapabilities)
	path := filepath.Join(t.TempDir(), "main.md")
	known := string(uri.File(path))
	send := func(method, params string) {
		t.Helper()
		if err := p.Conn.Notify(t.Context(), method, jsonrpc2.RawMessage(params)); err != nil {
			t.Fatal(err)
		}
	}
	for _, u := range append(hostileURIs, known) {
		u := string(anyOf(u))
		document := func(version int) string { return fmt.Sprintf(`{"textDocument":{"uri":%s,"version":%d}`, u, version) }
		open := func(version int, text string) string {
			return fmt.Sprintf(`{"textDocument":{"uri":%s,"version":%d,"languageId":"markdown","text":%q}}`, u, version, text)
		}
		far := `{"line":4294967295,"character":4294967295}`
		send("textDocument/didClose", document(1)+`}`)
		send("textDocument/didSave", document(1)+`}`)
		send("textDocument/didChange", document(2)+`,"contentChanges":[{"text":"before it is open"}]}`)
		send("textDocument/didOpen", open(5, "one"))
		send("textDocument/didOpen", open(4, "two [@a]"))
		send("textDocument/didChange", document(-2147483648)+`,"contentChanges":[]}`)
		send("textDocument/didChange", document(3)+`,"contentChanges":[{"range":{"start":`+far+`,"end":{"line":0,"character":0}},"text":"backwards"},{"range":{"start":`+far+`,"end":`+far+`},"text":"\r"}]}`)
		send("textDocument/didChange", document(2147483647)+`,"contentChanges":[{"range":null,"text":"whole"},{}]}`)
		send("textDocument/didChange", document(7)+`,"contentChanges":null}`)
		send("textDocument/didChange", `{"contentChanges":7}`)
		send("workspace/didChangeWatchedFiles", `{"changes":[{"uri":`+u+`,"type":99},{}]}`)
		send("window/workDoneProgress/cancel", `{"token":`+u+`}`)
		send("window/workDoneProgress/cancel", `{"token":{}}`)
		send("textDocument/didClose", document(1)+`}`)
		send("textDocument/didClose", document(1)+`}`)
	}
	for _, deep := range []string{strings.Repeat(`{"a":`, 5000) + "1" + strings.Repeat(`}`, 5000), strings.Repeat(`[`, 1e6), `7`, `"x"`, `{"scilit":{"scilit":{"indexes":{}}}}`} {
		send("workspace/didChangeConfiguration", `{"settings":`+deep+`}`)
	}
	if err := p.Open(t.Context(), path, "markdown", sampleText); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Actions(t.Context(), path, cursor); err != nil {
		t.Error(err)
	}
}

func TestDeeplyNestedSettingsAreRefused(t *testing.T) {
	deep := `{"library":` + strings.Repeat(`{"a":`, 5000) + "1" + strings.Repeat(`}`, 5000) + `}`
	p, _ := startServer(t)
	params := fmt.Sprintf(`{"processId":null,"rootUri":null,"capabilities":{},"initializationOptions":%s}`, deep)
	if _, err := p.Conn.Call(t.Context(), "initialize", jsonrpc2.RawMessage(params), nil); code(err) != jsonrpc2.InvalidParams {
		t.Errorf("got %v", err)
	}
	q := newPlayer(t.Context(), Options{Openers: backend.Openers{Engine: openNothing}})
	q.Config = json.RawMessage(deep)
	if err := q.Begin(t.Context(), json.RawMessage(`{"workspace":{"configuration":true}}`), nil, t.TempDir()); err != nil {
		t.Fatal(err)
	}
	changeSettings(t, q, deep)
	if got := askStatus(t, q); got.Engine == "none" {
		t.Errorf("got %+v", got)
	}
}
