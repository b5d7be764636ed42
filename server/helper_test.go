package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/server"
)

// corpusDir returns the folder of an index of sixty real papers, which is built once.
var corpusDir = sync.OnceValues(func() (string, error) {
	dir := filepath.Join(scratch, "biomed")
	papers := corpus.File(context.Background(), "../testdata/papers/biomed.jsonl.gz")
	_, err := index.Build(context.Background(), index.BuildOptions{Dir: dir, Name: "biomed", Embedder: onnx.Static()}, papers)
	return dir, err
})

var scratch string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "scilit-server")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(dir)
		scratch = dir
		return m.Run()
	}())
}

// over returns a service over retrievers.
func over(t *testing.T, retrievers ...engine.Retriever) *app.Service {
	t.Helper()
	engines := app.NewService(func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error) {
		return engine.New(engine.Parts{Retrievers: retrievers, Patience: time.Hour}), nil, nil
	})
	engines.Start(t.Context(), config.Settings{})
	t.Cleanup(engines.Close)
	return engines
}

// real returns a service over the index of real papers, opened in the same way as by the command.
func real(t *testing.T) *app.Service {
	t.Helper()
	dir, err := corpusDir()
	if err != nil {
		t.Fatal(err)
	}
	return opened(t, dir)
}

func opened(t *testing.T, dirs ...string) *app.Service {
	t.Helper()
	engines := app.NewService(func(ctx context.Context, s config.Settings) (*engine.Engine, []wire.Notice, error) {
		parts, notices, err := new(backend.Builder).Parts(ctx, s)
		return engine.New(parts), notices, err
	})
	s := config.Default()
	s.Indexes, s.Engine = dirs, "plain"
	engines.Start(t.Context(), s)
	t.Cleanup(engines.Close)
	return engines
}

// A door is a running server with its address and log.
type door struct {
	URL    string
	http   *http.Client
	server *server.Server
	log    *journal
}

// A journal is a log that can be read while it is written.
type journal struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (j *journal) Write(b []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.all.Write(b)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.all.String()
}

// wait waits until the log contains a text. A request is logged when it ends, possibly
// after its client has disconnected.
func (j *journal) wait(t *testing.T, text string) {
	t.Helper()
	for !strings.Contains(j.String(), text) {
		select {
		case <-t.Context().Done():
			t.Fatalf("no %q in %s", text, j)
		case <-time.After(time.Millisecond):
		}
	}
}

func newServer(t *testing.T, o server.Options) (*server.Server, *journal) {
	t.Helper()
	log := new(journal)
	o.Log = slog.New(slog.NewTextHandler(log, nil))
	s, err := server.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return s, log
}

func open(t *testing.T, o server.Options) door {
	t.Helper()
	s, log := newServer(t, o)
	h := httptest.NewServer(s.Handler())
	t.Cleanup(h.Close)
	return door{h.URL, h.Client(), s, log}
}

// doorAt returns the door of a server that listens at url.
func doorAt(url string, s *server.Server, log *journal) door {
	return door{url, &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}, s, log}
}

// A reply is a complete response.
type reply struct {
	*http.Response
	body string
}

// refusal returns the problem that the response describes.
func (r reply) refusal() server.Problem {
	var e server.Error
	_ = json.Unmarshal([]byte(r.body), &e)
	return e.Error
}

// problem returns the code of the problem that the response describes, or "".
func (r reply) problem() string { return r.refusal().Code }

// ask sends a request. headers alternates between names and values.
func (d door) ask(t *testing.T, method, path, body string, headers ...string) reply {
	t.Helper()
	r := d.request(t, t.Context(), method, path, body, headers...)
	answer, err := d.client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply{answer, string(raw)}
}

func (d door) request(t *testing.T, ctx context.Context, method, path, body string, headers ...string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, method, d.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
			continue
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	return r
}

// client returns a client that does not follow redirects.
func (d door) client() *http.Client {
	c := *d.http
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &c
}

func write(t *testing.T, path, content string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// tokenFile writes a file with a token for alice, and one for bob with other limits.
func tokenFile(t *testing.T, limits string) (path, alice, bob string) {
	t.Helper()
	alice, bob = server.NewToken(), server.NewToken()
	path = write(t, filepath.Join(t.TempDir(), "tokens"), "# who may ask\n\n"+server.Line("alice", alice)+"\n"+server.Line("bob", bob)+" "+limits+"\n")
	return path, alice, bob
}

// asked returns the options of a server that answers questions from its papers.
func asked(t *testing.T) server.Options {
	t.Helper()
	engines := real(t)
	return server.Options{Engines: engines, Asker: app.NewAsker(engines, config.Default, nil)}
}
