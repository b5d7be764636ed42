package mcp

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
)

const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`

// hostileLines are no messages; the next line is one.
var hostileLines = []string{
	"garbage", "7", "null", `"x"`, "[]", "[" + ping + "]", `{"jsonrpc":"1.0","id":1,"method":"ping"}`, `{"jsonrpc":"2.0","id":{},"method":"ping"}`, `{"jsonrpc":"2.0","id":true,"method":"ping"}`,
	`{"jsonrpc":"2.0","id":1,"method":7}`, "\x00\x1b[2J", strings.Repeat("[", 100_000), `{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("a", maxMessage) + `"}`, ping + ping, `{"jsonrpc":2`,
	`{"jsonrpc":"2.0","id":1,"method":"ping","params":` + strings.Repeat("[", 2000) + strings.Repeat("]", 2000) + "}",
}

func TestALineThatIsNoMessageIsAnsweredAndTheNextIsRead(t *testing.T) {
	for _, line := range hostileLines {
		var out bytes.Buffer
		read, err := io.ReadAll(newStream(strings.NewReader(line+"\n\r\n"+ping+"\r\n"+ping), &out))
		if err != nil || string(read) != ping+"\n"+ping+"\n" {
			t.Errorf("%.60q: read %.200q, %v", line, read, err)
		}
		var reply struct{ Error struct{ Code int } }
		if err := json.Unmarshal(out.Bytes(), &reply); err != nil || reply.Error.Code != unreadable && reply.Error.Code != invalid {
			t.Errorf("%.60q: answered %q", line, out.String())
		}
	}
}

func FuzzStream(f *testing.F) {
	for _, line := range hostileLines {
		f.Add([]byte(line[:min(len(line), 200)] + "\n" + ping))
	}
	f.Fuzz(func(t *testing.T, sent []byte) {
		read, err := io.ReadAll(newStream(bytes.NewReader(sent), io.Discard))
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(read) {
			if checkMessage(bytes.TrimSpace(line)) != nil {
				t.Errorf("handed on %q", line)
			}
		}
	})
}

func FuzzClean(f *testing.F) {
	f.Add("x \x1b[2J\u202e", "entry")
	f.Add(strings.Repeat("A sentence. ", 1000), "text")
	f.Fuzz(func(t *testing.T, s, name string) {
		raw, err := json.Marshal(map[string]any{name: []string{s}, "n": 1})
		if err != nil {
			t.Skip()
		}
		cleaned, err := clean(raw)
		if err != nil {
			t.Fatalf("%q: %v", raw, err)
		}
		if !json.Valid(cleaned) || bytes.ContainsAny(cleaned, "\x1b\u202e") {
			t.Errorf("%q", cleaned)
		}
	})
}
