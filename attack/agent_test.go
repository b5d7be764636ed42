//go:build attack && linux

package attack

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// An agent is a client of `scilit-lsp mcp` that sends arbitrary lines.
type agent struct {
	in    io.WriteCloser
	lines chan string
	cmd   *exec.Cmd
	err   strings.Builder
}

const hello = `{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"attack","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

// startAgent starts `scilit-lsp mcp` with write access to dir and completes the handshake.
func startAgent(t *testing.T, dir string, before ...string) *agent {
	t.Helper()
	args := append(before, program, "mcp", "--index", corpus, "--workspace", dir, "--write")
	a := &agent{cmd: exec.Command(args[0], args[1:]...), lines: make(chan string, 100)}
	a.cmd.Dir, a.cmd.Env, a.cmd.Stderr = dir, cleanEnv(dir), &a.err
	out, err := a.cmd.StdoutPipe()
	if err == nil {
		a.in, err = a.cmd.StdinPipe()
	}
	if err == nil {
		err = a.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(a.lines)
		lines := bufio.NewReader(out)
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				return
			}
			a.lines <- line
		}
	}()
	a.send(hello)
	a.answer(`"id":"hello"`)
	return a
}

func (a *agent) send(lines string) { _, _ = io.WriteString(a.in, lines) }

// answer returns the next line that contains has, or "" after commandDeadline.
func (a *agent) answer(has string) string {
	deadline := time.After(commandDeadline)
	for {
		select {
		case line, ok := <-a.lines:
			if !ok || strings.Contains(line, has) {
				return line
			}
		case <-deadline:
			return ""
		}
	}
}

func (a *agent) outcome(answered string) outcome {
	switch {
	case isCrash(a.err.String()):
		return crashed
	case answered == "":
		return hung
	}
	return held
}

// end closes standard input and waits for the server to exit.
func (a *agent) end() {
	_ = a.in.Close()
	for range a.lines {
	}
	_ = a.cmd.Wait()
}

func toolCall(id, tool string, arguments any) string {
	raw, _ := json.Marshal(arguments)
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%q,"method":"tools/call","params":{"name":%q,"arguments":%s}}`+"\n", id, tool, raw)
}

// TestAgentsThatSendAnything checks that the MCP server answers a valid call after each hostile
// line.
func TestAgentsThatSendAnything(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "refs.bib"), "@misc{a, title={A}}\n")
	write(t, filepath.Join(dir, ".bashrc"), "")
	a := startAgent(t, dir)
	defer a.end()
	huge := strings.Repeat("\x1b[31m(", 500_000)
	lines := []string{
		"garbage\n", "[]\n", "null\n", strings.Repeat("[", 3_000_000) + "\n", strings.Repeat("a", 20<<20) + "\n", `{"jsonrpc":"2.0","id":{},"method":"ping"}` + "\n", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":[]}}` + "\n",
		`{"jsonrpc":"2.0","id":1,"method":"tools/call"}` + "\n", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"cite","arguments":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + "}}\n",
		`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":null}` + "\n", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"%%"}}` + "\n", "\x00\xff\xfe\n",
		`{"jsonrpc":"2.0","id":1e400,"method":"ping"}` + "\n", `{"jsonrpc":"2.0","ID":1,"Method":"ping"}` + "\n", `{"JSONRPC":"2.0","id":1,"method":"ping"}` + "\n",
		`{"jsonrpc":"2.0","id":1,"method":"ping","error":"no"}` + "\n", `{"jsonrpc":"2.0","id":1,"error":"no"}` + "\n", `{"jsonrpc":"2.0","id":1,"error":{"code":1.5}}` + "\n", `{"jsonrpc":"2.0","id":99,"result":{}}` + "\n",
	}
	for _, tool := range []string{"search_papers", "get_paper", "find_passages", "cite", "verify_reference", "check_bibliography", "support_for_sentence", "none"} {
		for _, arguments := range []any{
			nil, 7, []int{1}, map[string]any{}, map[string]any{"text": huge, "question": huge, "paper": huge, "entry": huge, "sentence": huge}, map[string]any{"text": huge[:7000]}, map[string]any{"paper": huge[:1500]},
			map[string]any{"question": huge[:3000]}, map[string]any{"sentence": huge[:3000]}, map[string]any{"entry": "@misc{" + huge[:40000]}, map[string]any{"text": strings.Repeat("@misc{a,title={A", 100_000)},
			map[string]any{"path": "/etc/passwd"}, map[string]any{"path": "/dev/zero"}, map[string]any{"paper": "A", "bib": "../../.bashrc", "write": true}, map[string]any{"paper": "A", "bib": ".bashrc", "write": true},
		} {
			lines = append(lines, toolCall("1", tool, arguments))
		}
	}
	for i, line := range lines {
		a.send(line)
		id := fmt.Sprint("after", i)
		a.send(toolCall(id, "check_bibliography", map[string]any{"path": "refs.bib"}))
		answered := a.answer(`"id":"` + id + `"`)
		result := a.outcome(answered)
		if result == held && !strings.Contains(answered, `"isError":true`) && !strings.Contains(answered, "summary") {
			result = wrong
		}
		score.add(t, "messages of agents", result, fmt.Sprintf("%.100q: %.200s", line, answered))
	}
	for name, want := range map[string]string{"refs.bib": "@misc{a, title={A}}\n", ".bashrc": ""} {
		raw, err := os.ReadFile(filepath.Join(dir, name))
		result := held
		if err != nil || string(raw) != want {
			result = wrong
		}
		score.add(t, "messages of agents", result, name+" was changed")
	}
}

// TestAgentsSendNothing checks that calls with online set reach no network without consent of the
// user.
func TestAgentsSendNothing(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "config", "scilit-lsp", "scilit.toml"), "[online]\nsources = [\"crossref\", \"arxiv\", \"doi\"]\n")
	write(t, filepath.Join(dir, "refs.bib"), "@misc{a, title={A paper on nothing}, doi={10.1000/1}}\n")
	log := filepath.Join(dir, "mcp.calls")
	a := startAgent(t, dir, recorder(log)...)
	for tool, arguments := range map[string]map[string]any{
		"search_papers": {"text": question}, "get_paper": {"paper": "10.1371/journal.pone.0033693"}, "cite": {"paper": "10.1371/journal.pone.0033693", "bib": "refs.bib", "write": true},
		"verify_reference": {"title": "A paper on nothing", "fields": map[string]string{"doi": "10.1000/1"}}, "check_bibliography": {"path": "refs.bib"},
	} {
		arguments["online"] = true
		a.send(toolCall(tool, tool, arguments))
		score.add(t, "network calls", a.outcome(a.answer(`"id":"`+tool+`"`)), tool)
	}
	a.end()
	checkCalls(t, "mcp", log)
}
