package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/internal/fakeeditor"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// serveVariable is an environment variable that makes the test binary run the server. Its value is
// the folder of the index.
const serveVariable = "SCILIT_TEST_SERVE"

func serveStdio() {
	indexFolder = os.Getenv(serveVariable)
	open := openBuilt
	if s := os.Getenv("SCILIT_TEST_PANIC"); s != "" {
		open = func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error) {
			return engine.New(engine.Parts{Retrievers: []engine.Retriever{holding(&engine.Paper{ID: "1", Title: "A"})}, Extractor: broken{}}), nil, nil
		}
	}
	if err := Serve(context.Background(), pipe{os.Stdin, os.Stdout}, Options{Openers: backend.Openers{Engine: open}}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

type pipe struct {
	io.Reader
	io.Writer
}

func (pipe) Close() error { return nil }

// broken is a retriever that panics.
type broken struct{}

func (broken) Extract(context.Context, *engine.Paper, string, int) ([]engine.Highlight, error) {
	panic("broken")
}

// startServer starts the server as a process, as an editor does, and connects a player to it.
func startServer(t *testing.T, env ...string) (*player, *exec.Cmd) {
	t.Helper()
	if err := buildOnce(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), serveVariable+"="+indexFolder), env...)
	cmd.Stderr = t.Output()
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	p := connect(stdio{out, in})
	p.Conn.Go(context.Background(), p.Handler())
	return p, cmd
}

type stdio struct {
	io.ReadCloser
	io.WriteCloser
}

func (s stdio) Close() error { return errors.Join(s.ReadCloser.Close(), s.WriteCloser.Close()) }

func initialize(t *testing.T, p *player, capabilities string) {
	t.Helper()
	params := map[string]any{"processId": nil, "rootUri": nil, "capabilities": json.RawMessage(capabilities)}
	if err := p.Call(t.Context(), "initialize", params, nil); err != nil {
		t.Fatal(err)
	}
	if err := p.Conn.Notify(t.Context(), "initialized", map[string]any{}); err != nil {
		t.Fatal(err)
	}
}

func code(err error) jsonrpc2.Code {
	var e *jsonrpc2.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return 0
}

func TestTheOrderOfAServersLife(t *testing.T) {
	p, cmd := startServer(t)
	ctx := t.Context()
	if err := p.Call(ctx, "textDocument/hover", map[string]any{}, nil); code(err) != jsonrpc2.ServerNotInitialized {
		t.Errorf("before initialize: %v", err)
	}
	initialize(t, p, `{}`)
	if err := p.Call(ctx, "scilit/noSuchMethod", map[string]any{}, nil); code(err) != jsonrpc2.MethodNotFound {
		t.Errorf("an unknown request: %v", err)
	}
	if err := p.Conn.Notify(ctx, "scilit/noSuchNotification", map[string]any{"a": 1}); err != nil {
		t.Error(err)
	}
	if err := p.Conn.Notify(ctx, "textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": "file:///nowhere.tex", "version": 2}, "contentChanges": []any{}}); err != nil {
		t.Error(err)
	}
	if err := p.Call(ctx, "initialize", map[string]any{"processId": nil, "rootUri": nil, "capabilities": map[string]any{}}, nil); code(err) != jsonrpc2.InvalidRequest {
		t.Errorf("a second initialize: %v", err)
	}
	if err := p.Close(ctx); err != nil {
		t.Error(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("exit after shutdown: %v", err)
	}
}

func TestAPanicEndsNoOtherRequest(t *testing.T) {
	p, _ := startServer(t, "SCILIT_TEST_PANIC=1")
	initialize(t, p, demoCapabilities)
	path := filepath.Join(t.TempDir(), "main.md")
	os.WriteFile(filepath.Join(filepath.Dir(path), "refs.bib"), []byte("@misc{a, title={A}}"), 0o644)
	text := "Text [@a]."
	if err := p.Open(t.Context(), path, "markdown", text); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := p.Hover(t.Context(), path, strings.Index(text, "@a")+1); code(err) != jsonrpc2.InternalError {
			t.Errorf("a handler that panics: %v", err)
		}
	}
	if _, err := p.Hover(t.Context(), path, 1); err != nil {
		t.Errorf("after it: %v", err)
	}
}

func TestThousandsOfEditsBetweenRequests(t *testing.T) {
	p, _ := startServer(t)
	initialize(t, p, demoCapabilities)
	ctx := t.Context()
	path := filepath.Join(t.TempDir(), "main.md")
	if err := p.Open(ctx, path, "markdown", "😀 日本語 [@k0000]\n\nMax pooling. <!-- scilit: pooling -->\n"); err != nil {
		t.Fatal(err)
	}
	var hovers errgroup
	for i := range 3000 {
		p.edit3000(t, ctx, path, i)
		if i%10 == 0 {
			hovers.run(func() error { return p.hoverNoOlderThan(ctx, path, i) })
		}
	}
	if err := hovers.wait(); err != nil {
		t.Fatal(err)
	}
	s := p.Files[path]
	actions, err := p.Actions(ctx, path, strings.Index(s.Text, "Max pooling.")+len("Max pooling."))
	if err != nil || len(actions) == 0 {
		t.Fatalf("%d actions, %v", len(actions), err)
	}
	if err := p.Choose(ctx, actions[0]); err != nil {
		t.Fatal(err)
	}
	cited := regexp.MustCompile(`\nMax pooling\. [^\n]*@[a-z0-9]+[^\n]* <!-- scilit: pooling -->\n$`)
	if got := p.Files[path].Text; !cited.MatchString(got) || len(got)-len(s.Text) > 600 {
		t.Errorf("server and editor have different texts: %s", got[max(0, len(got)-300):])
	}
}

// hoverNoOlderThan hovers over the citation. The reply must reflect edit i, which was
// sent earlier, and its range must belong to the same version as its text.
func (p *player) hoverNoOlderThan(ctx context.Context, path string, i int) error {
	var answer struct {
		Contents struct{ Value string }
		Range    protocol.Range
	}
	err := p.Call(ctx, "textDocument/hover", map[string]any{
		"textDocument": map[string]any{"uri": uri.File(path)}, "position": map[string]any{"line": 0, "character": 10},
	}, &answer)
	if err != nil {
		return err
	}
	var seen int
	if _, err := fmt.Sscanf(answer.Contents.Value, "k%d has no entry in this", &seen); err != nil || seen < i {
		return fmt.Errorf("after edit %d: %q", i, answer.Contents.Value)
	}
	if r := answer.Range; r.Start.Character != 9 || r.End.Character != 14 {
		return fmt.Errorf("edit %d: range %v", seen, r)
	}
	return nil
}

// An errgroup runs functions concurrently and returns the first error.
type errgroup struct {
	sync.WaitGroup
	once sync.Once
	err  error
}

func (g *errgroup) run(f func() error) {
	g.Go(func() {
		if err := f(); err != nil {
			g.once.Do(func() { g.err = err })
		}
	})
}

func (g *errgroup) wait() error {
	g.Wait()
	return g.err
}

// edit3000 puts the edit's number into the key on the first line, and every other
// time types a character above the last line.
func (p *player) edit3000(t *testing.T, ctx context.Context, path string, i int) {
	key := doc.Range{Start: doc.Position{Character: 10}, End: doc.Position{Character: 14}}
	p.change(t, ctx, path, key, fmt.Sprintf("%04d", i))
	if i%2 == 0 {
		p.change(t, ctx, path, doc.Range{Start: doc.Position{Line: 1}, End: doc.Position{Line: 1}}, string([]rune("aé日😀b")[i/2%5]))
	}
}

func (p *player) change(t *testing.T, ctx context.Context, path string, r doc.Range, text string) {
	s := p.Files[path]
	p.Files[path] = s.Apply([]doc.Change{{Range: &r, Text: text}}, s.Version+1, fakeeditor.Encoding)
	err := p.Conn.Notify(ctx, "textDocument/didChange", jsonrpc2.RawMessage(fmt.Appendf(nil,
		`{"textDocument":{"uri":%q,"version":%d},"contentChanges":[{"range":{"start":{"line":%d,"character":%d},"end":{"line":%d,"character":%d}},"text":%q}]}`,
		uri.File(path), s.Version+1, r.Start.Line, r.Start.Character, r.End.Line, r.End.Character, text)))
	if err != nil {
		t.Fatal(err)
	}
}

func TestAStaleActionIsRefused(t *testing.T) {
	p, _ := startServer(t)
	initialize(t, p, demoCapabilities)
	path := filepath.Join(t.TempDir(), "main.md")
	text := "Sentence embeddings are pooled. <!-- scilit: sentence embeddings -->"
	if err := p.Open(t.Context(), path, "markdown", text); err != nil {
		t.Fatal(err)
	}
	actions, err := p.Actions(t.Context(), path, len("Sentence embeddings are pooled."))
	if err != nil || len(actions) == 0 {
		t.Fatal(len(actions), err)
	}
	p.change(t, t.Context(), path, doc.Range{}, "x")
	if err := p.Choose(t.Context(), actions[0]); code(err) != protocol.CodeContentModified {
		t.Errorf("got %v", err)
	}
}

func TestCancelledRequestsAreAnswered(t *testing.T) {
	p, _ := startServer(t)
	initialize(t, p, demoCapabilities)
	path := filepath.Join(t.TempDir(), "main.md")
	if err := p.Open(t.Context(), path, "markdown", "Sentence embeddings are pooled. <!-- scilit: sentence embeddings -->"); err != nil {
		t.Fatal(err)
	}
	for i := range 50 {
		id := fmt.Sprintf("%d", i+100)
		done := make(chan error, 1)
		go func() { _, err := p.Actions(t.Context(), path, 5); done <- err }()
		_ = p.Conn.Notify(t.Context(), "$/cancelRequest", jsonrpc2.RawMessage(`{"id":`+id+`}`))
		if err := <-done; err != nil && code(err) != protocol.CodeRequestCancelled { // if no answer arrives, the deadline ends the test
			t.Fatalf("got %v", err)
		}
	}
}

func TestAnUnsavedBibIsTheOneThatCounts(t *testing.T) {
	p, _ := startServer(t)
	initialize(t, p, demoCapabilities)
	dir := t.TempDir()
	bibPath, path := filepath.Join(dir, "refs.bib"), filepath.Join(dir, "main.md")
	os.WriteFile(bibPath, []byte("@misc{old, title={Old}}\n"), 0o644)
	unsaved := "@misc{old, title={Old}}\n\n@misc{typed, title={Not saved yet}}\n"
	if err := p.Open(t.Context(), bibPath, "bibtex", unsaved); err != nil {
		t.Fatal(err)
	}
	text := "---\nbibliography: refs.bib\n---\nSentence embeddings are pooled. <!-- scilit: sentence embeddings -->"
	if err := p.Open(t.Context(), path, "markdown", text); err != nil {
		t.Fatal(err)
	}
	actions, err := p.Actions(t.Context(), path, strings.Index(text, " <!--"))
	if err != nil || len(actions) == 0 {
		t.Fatal(len(actions), err)
	}
	if err := p.Choose(t.Context(), actions[0]); err != nil {
		t.Fatal(err)
	}
	if got := p.Files[bibPath].Text; !strings.HasPrefix(got, unsaved) || len(got) == len(unsaved) {
		t.Errorf("the .bib is now %q", got)
	}
}

func TestColumnsInUTF8(t *testing.T) {
	p, _ := startServer(t)
	initialize(t, p, `{"general":{"positionEncodings":["utf-8","utf-16"]}}`)
	path := filepath.Join(t.TempDir(), "main.md")
	text := "日本語 😀 <!-- scilit: pooling -->"
	if err := p.Open(t.Context(), path, "markdown", text); err != nil {
		t.Fatal(err)
	}
	var answer struct{ Range protocol.Range }
	err := p.Call(t.Context(), "textDocument/hover", map[string]any{
		"textDocument": map[string]any{"uri": uri.File(path)}, "position": map[string]any{"line": 0, "character": strings.Index(text, "pooling")},
	}, &answer)
	if err != nil || int(answer.Range.Start.Character) != strings.Index(text, "<!--") || int(answer.Range.End.Character) != len(text) {
		t.Errorf("%+v, %v", answer, err)
	}
}
