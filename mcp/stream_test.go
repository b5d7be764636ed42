package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`

// hostileLines contains lines that are not valid messages.
var hostileLines = []string{
	"garbage", "7", "null", `"x"`, "[]", "[" + ping + "]", `{"jsonrpc":"1.0","id":1,"method":"ping"}`, `{"jsonrpc":"2.0","id":{},"method":"ping"}`, `{"jsonrpc":"2.0","id":true,"method":"ping"}`,
	`{"jsonrpc":"2.0","id":1,"method":7}`, "\x00\x1b[2J", strings.Repeat("[", 100_000), `{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("a", maxMessage) + `"}`, ping + ping, `{"jsonrpc":2`,
	`{"jsonrpc":"2.0","id":1,"method":"ping","params":` + strings.Repeat("[", 2000) + strings.Repeat("]", 2000) + "}",
	`{"jsonrpc":"2.0","id":1e400,"method":"ping"}`, `{"jsonrpc":"2.0","ID":1,"Method":"ping"}`, `{"jsonrpc":"2.0","id":1,"error":"no"}`,
	`{"jsonrpc":"2.0","id":1,"method":"ping","error":"no"}`, `{"JSONRPC":"2.0","id":1,"method":"ping"}`, `{"jsonrpc":"2.0","id":1,"error":{"code":1.5}}`,
	`{"jsonrpc":"2.0","result":{}}`, `{"jsonrpc":"2.0","id":[],"method":"ping"}`, `{"jsonrpc":"2.0","id":1,"method":"ping","method":7}`,
}

func TestALineThatIsNoMessageIsAnsweredAndTheNextIsRead(t *testing.T) {
	for _, line := range hostileLines {
		var out bytes.Buffer
		read, err := io.ReadAll(newStream(strings.NewReader(line+"\n\r\n"+ping+"\r\n"+ping), &out))
		if err != nil || string(read) != ping+"\n"+ping+"\n" {
			t.Errorf("%.60q: read %.200q, %v", line, read, err)
		}
		var reply struct{ Error struct{ Code int } }
		if err := json.Unmarshal(out.Bytes(), &reply); err != nil || reply.Error.Code != jsonrpc.CodeParseError && reply.Error.Code != jsonrpc.CodeInvalidRequest {
			t.Errorf("%.60q: answered %q", line, out.String())
		}
	}
}

// The session continues after each hostile line. Six of them used to end it.
func TestNoLineEndsASession(t *testing.T) {
	open := func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error) {
		return nil, nil, engine.ErrNoIndex
	}
	server := New(t.Context(), Options{Openers: backend.Openers{Engine: open}, Settings: config.Default(), Log: slog.New(slog.DiscardHandler)})
	defer server.Close()
	in, client := io.Pipe()
	replies, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- server.Serve(t.Context(), in, out)
		out.Close()
	}()
	lines := bufio.NewReader(replies)
	expect := func(sent, id string) {
		t.Helper()
		go io.WriteString(client, sent)
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				t.Fatalf("the session ended: %v", err)
			}
			if strings.Contains(line, `"id":`+id) {
				return
			}
		}
	}
	expect(`{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`+
		"\n"+`{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n", `"hello"`)
	more := []string{`{"jsonrpc":"2.0","method":null,"id":null}`, `{"jsonrpc":"2.0","id":99,"result":{}}`, `{"jsonrpc":"2.0","method":""}`, `{"jsonrpc":"2.0","id":"x","error":{"code":1,"message":""}}`}
	for i, line := range slices.Concat(hostileLines, more) {
		id := fmt.Sprint("\"ping", i, "\"")
		expect(line+"\n"+`{"jsonrpc":"2.0","id":`+id+`,"method":"ping"}`+"\n", id)
	}
	client.Close()
	if err := <-ended; err != nil {
		t.Error(err)
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
	f.Add("i\u00adg\ufe01n\u061cor\U000e0101e", "title")
	f.Fuzz(func(t *testing.T, s, name string) {
		raw, err := json.Marshal(map[string]any{name: []string{s}, "n": 1})
		if err != nil {
			t.Skip()
		}
		cleaned, err := clean(raw)
		if err != nil {
			t.Fatalf("%q: %v", raw, err)
		}
		if !json.Valid(cleaned) || bytes.ContainsAny(cleaned, "\x1b\u202e\u00ad\u061c\ufe0f\U000e0101") {
			t.Errorf("%q", cleaned)
		}
	})
}
