package lsp

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// offered returns the keys that completion offers at an offset.
func (p *player) offered(t *testing.T, path string, offset int) string {
	t.Helper()
	list, err := p.Complete(t.Context(), path, offset)
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for _, item := range list.Items {
		keys = append(keys, item.Label)
	}
	return strings.Join(keys, " ")
}

const citing = "---\nbibliography: refs.bib\n---\nMax pooling [@]."

var inCitation = strings.Index(citing, "@]") + 1

// playCiting opens a manuscript whose .bib file is on disk.
func playCiting(t *testing.T, capabilities, bib string) (p *player, path, bibPath string) {
	t.Helper()
	p, path = playSample(t, capabilities)
	bibPath = filepath.Join(filepath.Dir(path), "refs.bib")
	write(t, bibPath, bib)
	if err := p.Open(t.Context(), path, "markdown", citing); err != nil {
		t.Fatal(err)
	}
	return p, path, bibPath
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestWhatIsInABibIsOfferedAtOnce(t *testing.T) {
	p, path, bibPath := playCiting(t, `{}`, "@misc{one, title={One}}\n")
	expect := func(want string) {
		t.Helper()
		if got := p.offered(t, path, inCitation); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	expect("one")
	write(t, bibPath, "@misc{one, title={One}}\n@misc{two, title={Two}}\n")
	expect("one two")
	if err := p.Open(t.Context(), bibPath, "bibtex", "@misc{typed, title={Not saved}}"); err != nil {
		t.Fatal(err)
	}
	expect("typed")
	p.change(t, t.Context(), bibPath, doc.Range{}, "@misc{more, title={More}}\n")
	expect("more typed")
	closing := map[string]any{"textDocument": map[string]any{"uri": uri.File(bibPath)}}
	if err := p.Conn.Notify(t.Context(), protocol.MethodTextDocumentDidClose, closing); err != nil {
		t.Fatal(err)
	}
	expect("one two")
}

func TestAChangeThatKeepsTimeAndSizeIsSeenByTheEditor(t *testing.T) {
	p, path, bibPath := playCiting(t, `{}`, "@misc{one, title={One}}\n")
	then := time.Now().Add(-time.Hour)
	os.Chtimes(bibPath, then, then)
	if got := p.offered(t, path, inCitation); got != "one" {
		t.Fatal(got)
	}
	write(t, bibPath, "@misc{two, title={Two}}\n")
	os.Chtimes(bibPath, then, then)
	changed := map[string]any{"changes": []any{map[string]any{"uri": uri.File(bibPath), "type": 2}}}
	if err := p.Conn.Notify(t.Context(), protocol.MethodWorkspaceDidChangeWatchedFiles, changed); err != nil {
		t.Fatal(err)
	}
	if got := p.offered(t, path, inCitation); got != "two" {
		t.Error(got)
	}
}

func TestTheEditorIsAskedToWatchFiles(t *testing.T) {
	p, _ := playSample(t, `{"workspace":{"didChangeWatchedFiles":{"dynamicRegistration":true}}}`)
	for p.Watches.Load() == 0 { // the server registers its watchers in the background
		time.Sleep(time.Millisecond)
	}
}

func TestACompletionThatWaitsForAnIndexCanBeCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	slow := fakeIndex{prefetch: func(ctx context.Context, _ engine.Request) (engine.Result, error) {
		cancel()
		<-ctx.Done()
		return engine.Result{}, ctx.Err()
	}}
	p, path := playSample(t, `{}`, slow)
	if err := p.Open(t.Context(), path, "markdown", citing); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Complete(ctx, path, inCitation); err == nil {
		t.Error("it was answered")
	}
}

func TestAPanicInTheIndexLeavesTheBib(t *testing.T) {
	broken := fakeIndex{prefetch: func(context.Context, engine.Request) (engine.Result, error) { panic("broken") }}
	p, path := playSample(t, `{}`, broken)
	write(t, filepath.Join(filepath.Dir(path), "refs.bib"), "@misc{one, title={One}}\n")
	if err := p.Open(t.Context(), path, "markdown", citing); err != nil {
		t.Fatal(err)
	}
	if got := p.offered(t, path, inCitation); got != "one" {
		t.Error(got)
	}
}

// likeness is an embedder that returns the same vector for all texts except those containing a given
// word.
type likeness struct {
	word  string
	calls atomic.Int32
}

func (*likeness) ID() string { return "likeness" }
func (*likeness) Dim() int   { return 2 }
func (l *likeness) Embed(_ context.Context, texts []string) ([][]float32, error) {
	l.calls.Add(1)
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		vectors[i] = []float32{1, 0}
		if strings.Contains(text, l.word) || strings.Contains(text, "pooling") {
			vectors[i] = []float32{0, 1}
		}
	}
	return vectors, nil
}

func TestTitlesAreRankedByTheirVectorsOnceTheseAreMade(t *testing.T) {
	titles := &likeness{word: "Averaging"}
	opts := Options{Openers: backend.Openers{
		Engine: func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error) {
			return nil, nil, engine.ErrNoIndex
		},
		Titles: func() engine.Embedder { return titles },
	}}
	dir := t.TempDir()
	p, err := play(t.Context(), opts, json.RawMessage(`{}`), json.RawMessage(`{}`), dir)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "refs.bib"), "@misc{a, title={Parsing}}\n@misc{b, title={Averaging}}\n@misc{c, title={Trees}}\n")
	path := filepath.Join(dir, "main.md")
	if err := p.Open(t.Context(), path, "markdown", citing); err != nil {
		t.Fatal(err)
	}
	for p.offered(t, path, inCitation) != "b a c" { // if this never happens, the deadline ends the test
		time.Sleep(time.Millisecond)
	}
	if titles.calls.Load() < 2 {
		t.Error("nothing was embedded")
	}
}
