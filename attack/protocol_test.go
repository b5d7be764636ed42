//go:build attack

package attack

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// malformed returns hostile bodies for valid frames. The server must answer or ignore each, and
// continue.
func malformed() []string {
	bodies := []string{
		``, `null`, `0`, `"a"`, `[]`, `[[]]`, `{}`, `{`, `}`, `{"jsonrpc":"2.0"}`, `not json`, "\x00\x01\x02", "\xff\xfe{}",
		`{"jsonrpc":"1.0","id":1,"method":"shutdown2"}`, `{"jsonrpc":"2.0","id":1.5,"method":"a"}`, `{"jsonrpc":"2.0","id":{},"method":"a"}`, `{"jsonrpc":"2.0","id":[1],"method":"a"}`,
		`{"jsonrpc":"2.0","id":true,"method":"a"}`, `{"jsonrpc":"2.0","id":null,"method":"a"}`, `{"jsonrpc":"2.0","id":9e99,"method":"a"}`, `{"jsonrpc":"2.0","id":-1,"method":5}`,
		`{"jsonrpc":"2.0","id":77,"method":null}`, `{"jsonrpc":"2.0","id":78,"method":""}`, `{"jsonrpc":"2.0","id":79,"result":1,"error":2}`, `{"jsonrpc":"2.0","id":80,"result":{}}`,
		`[{"jsonrpc":"2.0","id":81,"method":"a"},{"jsonrpc":"2.0","id":82,"method":"b"}]`,
		`{"jsonrpc":"2.0","id":83,"method":"textDocument/hover","params":` + strings.Repeat("[", 100000) + strings.Repeat("]", 100000) + `}`,
		strings.Repeat(`{"a":`, 100000), strings.Repeat("[", 3_000_000),
		`{"jsonrpc":"2.0","id":84,"method":"` + strings.Repeat("a", 1<<20) + `"}`,
	}
	for _, params := range []string{`null`, `5`, `[]`, `{}`, `{"id":null}`, `{"id":1.5}`, `{"id":{}}`, `{"id":[]}`, `{"id":"x"}`, `{"id":99999999999999999999}`} {
		bodies = append(bodies, `{"jsonrpc":"2.0","method":"$/cancelRequest","params":`+params+`}`, `{"jsonrpc":"2.0","method":"$/progress","params":`+params+`}`,
			`{"jsonrpc":"2.0","method":"$/setTrace","params":`+params+`}`, `{"jsonrpc":"2.0","method":"window/workDoneProgress/cancel","params":`+params+`}`)
	}
	for i, method := range []string{"textDocument/hover", "textDocument/completion", "textDocument/codeAction", "codeAction/resolve", "completionItem/resolve", "workspace/executeCommand",
		"textDocument/rename", "textDocument/references", "textDocument/definition", "textDocument/documentSymbol", "scilit/discover", "scilit/draft", "scilit/status", "scilit/keywords", "scilit/bibtex", "scilit/related", "initialize"} {
		for j, params := range []string{`null`, `7`, `"x"`, `[]`, `{}`, `{"textDocument":null}`, `{"textDocument":{"uri":"file:///etc/passwd"},"position":{"line":0,"character":0}}`,
			`{"textDocument":{"uri":"http://example.org/x"},"position":{"line":-1,"character":-5}}`, `{"textDocument":{"uri":"file:///%00"},"position":{"line":4294967295,"character":4294967295}}`,
			`{"textDocument":{"uri":"\u0000"},"position":{"line":1e400}}`, `{"command":"scilit.addEntry","arguments":[{"uri":"file:///etc/passwd","paper":"x"}]}`} {
			bodies = append(bodies, fmt.Sprintf(`{"jsonrpc":"2.0","id":"m%d-%d","method":%q,"params":%s}`, i, j, method, params))
		}
	}
	for _, method := range []string{"textDocument/didOpen", "textDocument/didChange", "textDocument/didClose", "textDocument/didSave", "workspace/didChangeConfiguration", "workspace/didChangeWatchedFiles", "initialized"} {
		for _, params := range []string{`null`, `[]`, `{}`, `{"textDocument":{"uri":"file:///never-opened.tex","version":-3},"contentChanges":[{"range":{"start":{"line":9,"character":9},"end":{"line":0,"character":0}},"text":"x"}]}`,
			`{"settings":` + strings.Repeat(`{"scilit":`, 5000) + `1` + strings.Repeat(`}`, 5000) + `}`, `{"changes":[{"uri":"file:///dev/zero","type":2},{"uri":"","type":99}]}`} {
			bodies = append(bodies, fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":%s}`, method, params))
		}
	}
	return bodies
}

func TestMalformedBodiesEndNothing(t *testing.T) {
	s := start(t, t.TempDir(), `{}`)
	for _, body := range malformed() {
		s.raw(body)
		_, err := s.call("scilit/status", `{}`)
		score.add(t, "malformed message", s.outcome(err), fmt.Sprintf("%.120q: %v\n%.600s", body, err, s.stderr))
		if err != nil {
			s = start(t, t.TempDir(), `{}`)
		}
	}
}

// TestBrokenFrames checks that a broken frame ends the connection at most. It must not crash the
// server or allocate the length that it claims.
func TestBrokenFrames(t *testing.T) {
	for _, frame := range []string{
		"Content-Length: -1\r\n\r\n", "Content-Length: 99999999999999999999\r\n\r\n", "Content-Length: 1099511627776\r\n\r\n{}", "Content-Length: abc\r\n\r\n{}", "\r\n\r\n", "Content-Type: x\r\n\r\n{}",
		"Content-Length: 2\nContent-Length: 3\n\n{}", "Content-Length: 2\r\nContent-Length: 200000\r\n\r\n{}", strings.Repeat("A", 1<<22), strings.Repeat("A: b\r\n", 1<<18), "\x00\x00\x00", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
	} {
		s := start(t, t.TempDir(), `{}`)
		s.bytes(frame)
		s.in.Close()
		result, detail := held, fmt.Sprintf("%.60q", frame)
		select {
		case <-s.ended:
		case <-time.After(deadline):
			result = hung
		}
		if isCrash(s.stderr.String()) {
			result, detail = crashed, detail+"\n"+s.stderr.String()
		}
		if memory, ok := peak(s); ok && memory > 1<<30 {
			result, detail = wrong, fmt.Sprintf("%s takes %d MB", detail, memory>>20)
		}
		score.add(t, "broken frame", result, detail)
	}
}
