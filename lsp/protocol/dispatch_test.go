package protocol

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"strings"
	"testing"

	"go.lsp.dev/jsonrpc2"
	lsp "go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// A testServer implements a few methods. A call to any other method ends the test.
type testServer struct {
	lsp.UnimplementedServer
	hovered, stopped chan struct{}
}

func (testServer) Shutdown(context.Context) error { return nil }

func (testServer) Rename(_ context.Context, p *lsp.RenameParams) (*lsp.WorkspaceEdit, error) {
	if p.NewName == "" {
		return nil, ErrContentModified
	}
	return &lsp.WorkspaceEdit{Changes: map[uri.URI][]lsp.TextEdit{p.TextDocument.URI: {{NewText: p.NewName}}}}, nil
}

func (s testServer) Hover(ctx context.Context, _ *lsp.HoverParams) (*lsp.Hover, error) {
	s.hovered <- struct{}{}
	<-ctx.Done()
	s.stopped <- struct{}{}
	return nil, ErrRequestCancelled
}

func (testServer) Completion(context.Context, *lsp.CompletionParams) (lsp.CompletionResult, error) {
	return nil, nil
}

func (testServer) Request(_ context.Context, method string, params any) (any, error) {
	raw, _ := params.(lsp.LSPAny)
	return map[string]any{"method": method, "params": raw}, nil
}

type rawCodec struct{}

func (rawCodec) Marshal(v any) ([]byte, error) {
	if raw, ok := v.(jsonrpc2.RawMessage); ok {
		return raw, nil
	}
	return Marshal(v)
}

func (rawCodec) Unmarshal(data []byte, v any) error { return Unmarshal(data, v) }

// beside runs requests concurrently, with contexts that jsonrpc2 does not reuse.
func beside(next jsonrpc2.Handler) jsonrpc2.Handler {
	return func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		if req.IsCall() {
			jsonrpc2.Async(ctx)
		}
		return next(jsonrpc2.DetachContext(ctx), req)
	}
}

// connect returns both ends of a connection between an editor and a server.
func connect(t *testing.T, server, client jsonrpc2.Handler) (toServer, toClient jsonrpc2.Conn) {
	t.Helper()
	ours, theirs := net.Pipe()
	toServer = jsonrpc2.NewConn(jsonrpc2.NewStream(ours), jsonrpc2.WithCodec(rawCodec{}))
	toClient = jsonrpc2.NewConn(jsonrpc2.NewStream(theirs), jsonrpc2.WithCodec(rawCodec{}))
	toServer.Go(context.Background(), beside(client))
	toClient.Go(context.Background(), beside(server))
	t.Cleanup(func() { ours.Close(); theirs.Close() })
	return toServer, toClient
}

func TestMethodsReachTheirFunctions(t *testing.T) {
	server, _ := connect(t, ServerHandler(testServer{}), nil)
	deep := strings.Repeat(`[`, 5000) + strings.Repeat(`]`, 5000)
	for _, test := range []struct{ method, params, want string }{
		{lsp.MethodTextDocumentRename, `{"textDocument":{"uri":"file:///a"},"position":{"line":0,"character":0},"newName":"b"}`,
			`{"changes":{"file:///a":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"newText":"b"}]}}`},
		{lsp.MethodTextDocumentRename, `{"textDocument":{"uri":"file:///a"},"newName":""}`, "-32801: the document has changed since the request: try again"},
		{lsp.MethodTextDocumentRename, `{"newName":5}`, "-32602: the parameters cannot be read: "},
		{lsp.MethodTextDocumentRename, `[]`, "-32602: the parameters cannot be read: "},
		{lsp.MethodTextDocumentRename, deep, "-32602: the parameters cannot be read: values are nested more than 1000 levels deep"},
		{lsp.MethodTextDocumentCompletion, ``, `null`},
		{lsp.MethodShutdown, `null`, `null`},
		{"scilit/own", `{"a":[1]}`, `{"method":"scilit/own","params":{"a":[1]}}`},
		{"scilit/own", deep, "-32602: values are nested more than 1000 levels deep"},
	} {
		if got := ask(t, server, test.method, test.params); !strings.HasPrefix(got, test.want) {
			t.Errorf("%s of %.60s: got %s, want %s", test.method, test.params, got, test.want)
		}
	}
}

// ask sends a request and returns the reply, or the error with its code.
func ask(t *testing.T, to jsonrpc2.Conn, method, params string) string {
	t.Helper()
	var answer json.RawMessage
	var refused *jsonrpc2.Error
	_, err := to.Call(t.Context(), method, jsonrpc2.RawMessage(params), &answer)
	if errors.As(err, &refused) {
		code, _ := json.Marshal(refused.Code)
		return string(code) + ": " + refused.Message
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(answer)
}

func TestARequestIsCancelledByItsID(t *testing.T) {
	s := testServer{hovered: make(chan struct{}), stopped: make(chan struct{}, 1)}
	for _, id := range []string{`7`, `"seven"`} {
		editor := openRaw(t, CancelHandler(ServerHandler(s)))
		editor.send(t, `{"jsonrpc":"2.0","id":`+id+`,"method":"textDocument/hover","params":{}}`)
		<-s.hovered
		for _, odd := range []string{`{}`, `{"id":null}`, `{"id":1.5}`, `{"id":{}}`, `{"id":[[]]}`, `{"id":8}`, `[]`, `"x"`, `null`, `{"id":99999999999999999999}`} {
			editor.send(t, `{"jsonrpc":"2.0","method":"$/cancelRequest","params":`+odd+`}`)
		}
		editor.send(t, `{"jsonrpc":"2.0","id":100,"method":"scilit/own"}`)
		if got := editor.receive(t); !strings.Contains(got, `"id":100`) {
			t.Fatalf("after cancellations that are none: %s", got)
		}
		select {
		case <-s.stopped:
			t.Fatal("another's cancellation ended it")
		default:
		}
		editor.send(t, `{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":`+id+`}}`)
		if got := editor.receive(t); !strings.Contains(got, `"id":`+id) || !strings.Contains(got, "-32800") {
			t.Errorf("got %s", got)
		}
		<-s.stopped
	}
}

// A rawEditor is an editor whose messages the test writes as raw JSON.
type rawEditor struct{ stream jsonrpc2.Stream }

func openRaw(t *testing.T, server jsonrpc2.Handler) rawEditor {
	t.Helper()
	ours, theirs := net.Pipe()
	conn := jsonrpc2.NewConn(jsonrpc2.NewStream(theirs), jsonrpc2.WithCodec(rawCodec{}))
	conn.Go(context.Background(), beside(server))
	t.Cleanup(func() { ours.Close(); theirs.Close() })
	return rawEditor{jsonrpc2.NewStream(ours)}
}

func (e rawEditor) send(t *testing.T, message string) {
	t.Helper()
	decoded, err := jsonrpc2.DecodeMessage([]byte(message))
	if err == nil {
		_, err = e.stream.Write(t.Context(), decoded)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func (e rawEditor) receive(t *testing.T) string {
	t.Helper()
	message, _, err := e.stream.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := jsonrpc2.EncodeMessage(message)
	if err != nil {
		t.Fatal(err)
	}
	return string(encoded)
}

// A testEditor does not apply edits and leaves questions unanswered.
type testEditor struct {
	lsp.UnimplementedClient
	asked chan *lsp.ShowMessageRequestParams
}

func (testEditor) ApplyEdit(context.Context, *lsp.ApplyWorkspaceEditParams) (*lsp.ApplyWorkspaceEditResult, error) {
	return nil, nil
}

func (testEditor) Configuration(_ context.Context, p *lsp.ConfigurationParams) ([]lsp.LSPAny, error) {
	return []lsp.LSPAny{lsp.LSPAny(`{"section":"` + *p.Items[0].Section + `"}`), nil}, nil
}

func (e testEditor) ShowMessageRequest(ctx context.Context, p *lsp.ShowMessageRequestParams) (*lsp.MessageActionItem, error) {
	e.asked <- p
	if p.Message != "wait" {
		return nil, nil
	}
	<-ctx.Done()
	e.asked <- nil
	return nil, ctx.Err()
}

func (e testEditor) LogMessage(_ context.Context, p *lsp.LogMessageParams) error {
	e.asked <- &lsp.ShowMessageRequestParams{Message: p.Message}
	return nil
}

func TestAnEditorThatAnswersNull(t *testing.T) {
	e := testEditor{asked: make(chan *lsp.ShowMessageRequestParams, 1)}
	_, conn := connect(t, ServerHandler(testServer{}), CancelHandler(lsp.ClientHandler(e, nil)))
	client := lsp.ClientDispatcher(conn)
	if applied, err := client.ApplyEdit(t.Context(), &lsp.ApplyWorkspaceEditParams{}); err != nil || applied != nil {
		t.Errorf("%v, %v", applied, err)
	}
	if chosen, err := client.ShowMessageRequest(t.Context(), &lsp.ShowMessageRequestParams{}); err != nil || chosen != nil {
		t.Errorf("%v, %v", chosen, err)
	}
	<-e.asked
	values, err := client.Configuration(t.Context(), &lsp.ConfigurationParams{Items: []lsp.ConfigurationItem{{Section: new("a")}}})
	if err != nil || len(values) != 2 || string(values[0]) != `{"section":"a"}` || string(values[1]) != "null" {
		t.Errorf("%s, %v", values, err)
	}
	if err := client.LogMessage(t.Context(), &lsp.LogMessageParams{Type: lsp.MessageTypeInfo, Message: "logged"}); err != nil || (<-e.asked).Message != "logged" {
		t.Error(err)
	}
}

func TestAQuestionThatNoLongerMattersIsTakenBack(t *testing.T) {
	e := testEditor{asked: make(chan *lsp.ShowMessageRequestParams)}
	_, conn := connect(t, ServerHandler(testServer{}), CancelHandler(lsp.ClientHandler(e, nil)))
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := lsp.ClientDispatcher(conn).ShowMessageRequest(ctx, &lsp.ShowMessageRequestParams{Message: "wait"})
		done <- err
	}()
	<-e.asked
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	<-e.asked // the editor's end of the connection also closes
}
