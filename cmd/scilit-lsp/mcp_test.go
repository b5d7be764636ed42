package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/mcp"
)

// startAgent starts the real program in a folder and connects an agent to it.
func startAgent(t *testing.T, folder string, flags ...string) *sdk.ClientSession {
	t.Helper()
	cmd := exec.Command("scilit-lsp", append([]string{"mcp"}, flags...)...)
	cmd.Dir, cmd.Stderr = folder, os.Stderr
	cmd.Env = []string{"HOME=" + folder, "PATH=" + os.Getenv("PATH"), "SCILIT_CACHE=" + filepath.Join(folder, "cache"),
		"XDG_CONFIG_HOME=" + filepath.Join(folder, "config"), "XDG_STATE_HOME=" + filepath.Join(folder, "state")}
	session, err := sdk.NewClient(&sdk.Implementation{Name: "agent", Version: "1"}, nil).Connect(t.Context(),
		&sdk.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := session.Close(); err != nil {
			t.Errorf("the program ended with %v", err)
		}
	})
	return session
}

func callTool(t *testing.T, session *sdk.ClientSession, name string, arguments map[string]any, out any) {
	t.Helper()
	result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: arguments})
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(result.Content[0].(*sdk.TextContent).Text), out); err != nil {
		t.Fatal(err)
	}
}

const mcpPapers = `{"Id":"p1","Title":"Attention and Pooling","Author":[{"GivenName":"Ida","FamilyName":"Ito"}],"PublicationDate":{"Year":"2018"},"Content":{"Abstract":"We compare attention with max pooling. Attention was better than max pooling on all tasks."}}
`

func TestAnAgentStartsTheProgram(t *testing.T) {
	folder := t.TempDir()
	index := filepath.Join(folder, "index")
	for name, content := range map[string]string{
		"papers.jsonl": mcpPapers, "refs.bib": "@misc{cats, title = {Cats}}\n",
		// settings of an untrusted workspace
		"scilit.toml": "indexes = [\"/etc\"]\n[online]\nsources = [\"crossref\"]\nask = \"never\"\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if code := run(context.Background(), []string{"index", "build", "--embedder", "none", "--out", index,
		filepath.Join(folder, "papers.jsonl")}, cli.Streams{In: strings.NewReader(""), Out: os.Stderr,
		Err: os.Stderr}); code != 0 {
		t.Fatalf("index build: %d", code)
	}
	session := startAgent(t, folder, "--index", index, "--workspace", ".", "--write")
	var found mcp.SearchOutput
	callTool(t, session, "search_papers", map[string]any{"keywords": "attention"}, &found)
	if len(found.Papers) != 1 || found.Papers[0].ID != "p1" {
		t.Errorf("found %+v", found)
	}
	var passages mcp.PassagesOutput
	callTool(t, session, "find_passages", map[string]any{"question": "Was attention better than max pooling?"}, &passages)
	if len(passages.Passages) == 0 || !strings.Contains(passages.Passages[0].Text, "Attention was better") {
		t.Errorf("passages %+v", passages)
	}
	var cited mcp.CiteOutput
	callTool(t, session, "cite", map[string]any{"paper": "p1", "bib": "refs.bib", "write": true}, &cited)
	raw, err := os.ReadFile(filepath.Join(folder, "refs.bib"))
	if err != nil || !cited.Written || !strings.Contains(string(raw), "@misc{ito2018attention,") {
		t.Errorf("%+v, %v: %s", cited, err, raw)
	}
	var failed struct{ Error mcp.Failure }
	callTool(t, session, "get_paper", map[string]any{"paper": "10.1371/journal.pone.0033693", "online": true}, &failed)
	if failed.Error.Code != mcp.OnlineOff {
		t.Errorf("a workspace turned a source on: %+v", failed)
	}
}
