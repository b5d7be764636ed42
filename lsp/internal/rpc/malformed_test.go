package rpc

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"testing"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// A stub replies to each unknown request with the name of its method.
type stub struct {
	protocol.Server
	request func(ctx context.Context, method string) (any, error)
}

func (stub) Initialize(context.Context, *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	return &protocol.InitializeResult{}, nil
}

func (s stub) Request(ctx context.Context, method string, _ any) (any, error) {
	if s.request != nil {
		return s.request(ctx, method)
	}
	return method, nil
}

// A wire is the editor's end of a connection, over which tests send raw bytes.
type wire struct {
	t  *testing.T
	in *stream
	io.Writer
}

// serveStub starts a server and initializes it.
func serveStub(t *testing.T, server stub) (*wire, jsonrpc2.Conn) {
	t.Helper()
	ours, theirs := net.Pipe()
	t.Cleanup(func() { ours.Close() })
	conn := Dial(theirs)
	go Serve(t.Context(), conn, server, NewActivity(), slog.New(slog.DiscardHandler))
	w := &wire{t, newStream(ours), ours}
	w.send(frame(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}`))
	if got := w.answer(); !strings.Contains(got, `"id":0`) {
		t.Fatal(got)
	}
	return w, conn
}

func frame(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

func (w *wire) hangUp() { w.in.Close() }

// send writes in the background, since the test may have to read before the write can finish.
func (w *wire) send(raw string) { go io.WriteString(w.Writer, raw) }

// answer returns the next message body written by the server.
func (w *wire) answer() string {
	w.t.Helper()
	body, err := w.in.frame()
	if err != nil {
		w.t.Fatal(err)
	}
	return string(body)
}

const next = `{"jsonrpc":"2.0","id":"next","method":"next"}`

var nextFrame, nextAnswer = frame(next), `{"jsonrpc":"2.0","id":"next","result":"next"}`

func TestWhatIsNoMessageIsAnsweredAndTheNextOneServed(t *testing.T) {
	const parse, invalid = jsonrpc2.ParseError, jsonrpc2.InvalidRequest
	for sent, want := range map[string]struct {
		code jsonrpc2.Code
		id   string
	}{
		frame(``):                             {parse, "null"},
		frame(`{`):                            {parse, "null"},
		frame(`hello`):                        {parse, "null"},
		frame(`{"jsonrpc":"2.0",}`):           {parse, "null"},
		frame(next + next):                    {parse, "null"},
		frame("\xff\xfe"):                     {parse, "null"},
		frame(strings.Repeat("[", 1e6)):       {parse, "null"},
		frame(`null`):                         {invalid, "null"},
		frame(`7`):                            {invalid, "null"},
		frame(`[]`):                           {invalid, "null"},
		frame(`[` + next + `]`):               {invalid, "null"},
		frame(`{}`):                           {invalid, "null"},
		frame(`{"jsonrpc":"2.0"}`):            {invalid, "null"},
		frame(`{"jsonrpc":"2.0","method":7}`): {invalid, "null"},
		frame(`{"jsonrpc":"2.0","id":1.5,"method":"a"}`):                  {invalid, "null"},
		frame(`{"jsonrpc":"2.0","id":{"a":1},"method":"a"}`):              {invalid, "null"},
		frame(`{"jsonrpc":"2.0","id":true,"method":"a"}`):                 {invalid, "null"},
		frame(`{"jsonrpc":"2.0","id":99999999999999999999,"method":"a"}`): {invalid, "null"},
		frame(`{"jsonrpc":"1.0","id":3,"method":"a"}`):                    {invalid, "3"},
		frame(`{"id":"x","method":"a"}`):                                  {invalid, `"x"`},
		frame(`{"jsonrpc":"2.0","id":4,"method":["a"]}`):                  {invalid, "4"},
		frame(`{"jsonrpc":"2.0","id":5,"method":"a","result":1}`):         {invalid, "5"},
		// a second initialize request
		frame(`{"jsonrpc":"2.0","id":6,"method":"initialize","params":[1]}`):          {invalid, "6"},
		frame(`{"jsonrpc":"2.0","id":7,"method":"textDocument/hover","params":[1]}`):  {jsonrpc2.InvalidParams, "7"},
		frame(`{"jsonrpc":"2.0","id":8,"method":"textDocument/hover","params":{{}}}`): {jsonrpc2.InvalidParams, "8"},
		"Content-Length: 70000000\r\n\r\n" + strings.Repeat(" ", 70000000):            {invalid, "null"},
		"Content-Length: 9223372036854775807\r\n\r\n" + next:                          {invalid, "null"},
		"Content-Length: 99999999999999999999\r\n\r\n{}":                              {parse, "null"},
		"Content-Length: -1\r\n\r\n{}":                                                {parse, "null"},
		"Content-Length: +2\r\nContent-Length: 3\r\n\r\n{}":                           {parse, "null"},
		"Content-Length: 0x2\r\n\r\n{}":                                               {parse, "null"},
		"Content-Length:\r\n\r\n":                                                     {parse, "null"},
		"Content-Type: text\r\n\r\n{}":                                                {parse, "null"},
		"\r\n\r\n\r\n":                                                                {parse, "null"},
		"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}\n":                          {parse, "null"},
		"GET / HTTP/1.1\r\nHost: a\r\n\r\n":                                           {parse, "null"},
		strings.Repeat("X-Endless: a\r\n", 1e5):                                       {parse, "null"},
		strings.Repeat("X", 1e6):                                                      {parse, "null"},
		"\x00\x01\x02\n":                                                              {parse, "null"},
	} {
		t.Run(sent[:min(len(sent), 80)], func(t *testing.T) {
			w, _ := serveStub(t, stub{})
			w.send(sent + nextFrame)
			var got struct {
				ID    json.RawMessage
				Error *jsonrpc2.Error
			}
			if answer := w.answer(); json.Unmarshal([]byte(answer), &got) != nil || got.Error == nil || got.Error.Code != want.code || string(got.ID) != want.id {
				t.Errorf("got %s, want %d for %s", answer, want.code, want.id)
			}
			if answer := w.answer(); answer != nextAnswer {
				t.Errorf("then %s", answer)
			}
		})
	}
}

func TestHeadersThatEditorsWrite(t *testing.T) {
	for _, header := range []string{
		"Content-Length: %d\n\n", "content-length:%d\r\n\r\n", "Content-Length: %[1]d\r\nContent-Length: %[1]d\r\n\r\n",
		"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: %d\r\n\r\n", "X: \xff\r\nCONTENT-LENGTH:\t%d \r\n\r\n",
	} {
		w, _ := serveStub(t, stub{})
		w.send(fmt.Sprintf(header, len(next)) + next)
		if got := w.answer(); got != nextAnswer {
			t.Errorf("%q: %s", header, got)
		}
	}
}

func TestACancellationThatCannotBeReadStopsNothing(t *testing.T) {
	w, _ := serveStub(t, stub{})
	for _, params := range []string{`null`, `[]`, `7`, `{}`, `{"id":null}`, `{"id":1.5}`, `{"id":{}}`, `{"id":[[[]]]}`, `{"id":99999999999999999999}`, `{"id":"no such"}`} {
		w.send(frame(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":`+params+`}`) + nextFrame)
		if got := w.answer(); got != nextAnswer {
			t.Errorf("after %s: %s", params, got)
		}
	}
}

func TestACallWhoseAnswerCannotBeReadEnds(t *testing.T) {
	w, conn := serveStub(t, stub{})
	for sent, want := range map[string]string{
		`{"jsonrpc":"2.0","id":%d}`:                           "error",
		`{"jsonrpc":"2.0","id":%d,"result":1,"error":2}`:      "error",
		`{"jsonrpc":"2.0","id":%d,"error":"no object"}`:       "error",
		`{"id":%d,"result":"half"}`:                           "error",
		`{"jsonrpc":"2.0","id":%d,"result":"a","error":null}`: "a",
		`{"jsonrpc":"2.0","id":%d,"result":"b"}`:              "b",
	} {
		got := make(chan string)
		go func() {
			var result string
			if _, err := conn.Call(t.Context(), "ask", nil, &result); err != nil {
				result = "error"
			}
			got <- result
		}()
		var call struct{ ID int }
		if err := json.Unmarshal([]byte(w.answer()), &call); err != nil {
			t.Fatal(err)
		}
		w.send(frame(fmt.Sprintf(sent, call.ID)))
		if got := <-got; got != want {
			t.Errorf("%s: %s", sent, got)
		}
	}
}

// jsonrpc2 reuses the memory of a released request for the next one.
func TestAPanicNamesTheMethodThatWasCalled(t *testing.T) {
	proceed := make(chan struct{})
	w, _ := serveStub(t, stub{request: func(ctx context.Context, method string) (any, error) {
		if method == "next" {
			close(proceed)
			return method, nil
		}
		Release(ctx)
		<-proceed
		panic("broken")
	}})
	w.send(frame(`{"jsonrpc":"2.0","id":1,"method":"thisOneFails"}`) + nextFrame)
	answers := w.answer() + w.answer()
	if !strings.Contains(answers, "internal error in thisOneFails:") || !strings.Contains(answers, nextAnswer) {
		t.Error(answers)
	}
}

func FuzzStream(f *testing.F) {
	f.Add([]byte(nextFrame + "x" + nextFrame))
	f.Add([]byte("Content-Length: 3\n\nnullContent-Length: 99999999999\r\n\r\n" + nextFrame))
	f.Fuzz(func(t *testing.T, raw []byte) {
		ours, theirs := net.Pipe()
		go io.Copy(io.Discard, ours)
		go func() { ours.Write(raw); ours.Close() }()
		s := newStream(theirs)
		for {
			if _, _, err := s.Read(t.Context()); err != nil {
				return
			}
		}
	})
}

// The result of a cancelled request may be wrong, since some files were not read.
func TestACancelledRequestGetsNoResult(t *testing.T) {
	started := make(chan struct{})
	w, _ := serveStub(t, stub{request: func(ctx context.Context, method string) (any, error) {
		if method == "slow" {
			Release(ctx)
			close(started)
			<-ctx.Done()
		}
		return method, nil
	}})
	w.send(frame(`{"jsonrpc":"2.0","id":1,"method":"slow"}`))
	<-started
	w.send(frame(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}`) + nextFrame)
	if answers := w.answer() + w.answer(); !strings.Contains(answers, "-32800") || !strings.Contains(answers, nextAnswer) {
		t.Error(answers)
	}
}
