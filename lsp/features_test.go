package lsp

import (
	"testing"

	scilit "github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"go.lsp.dev/protocol"
)

func TestAnEditorKnowsWhetherTexlabRuns(t *testing.T) {
	for params, want := range map[string]bool{
		`{"clientInfo":{"name":"Visual Studio Code"},"capabilities":{"experimental":{"texlab":false}}}`:         false,
		`{"clientInfo":{"name":"Neovim"},"capabilities":{"experimental":{"texlab":true,"snippetTextEdit":[]}}}`: true,
		`{"clientInfo":{"name":"Eglot"},"capabilities":{}}`:                                                     false,
		`{"clientInfo":{"name":"Kate"},"capabilities":{}}`:                                                      false,
		`{"clientInfo":{"name":"helix"},"capabilities":{}}`:                                                     true,
		`{"capabilities":{}}`:                      true,
		`{"capabilities":{"experimental":[true]}}`: true,
	} {
		var p protocol.InitializeParams
		if err := scilit.Unmarshal([]byte(params), &p); err != nil {
			t.Fatal(err)
		}
		if got := runsTexlab(&p); got != want {
			t.Errorf("%s: %v", params, got)
		}
	}
}
