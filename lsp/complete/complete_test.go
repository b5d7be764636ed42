package complete_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/complete"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/uri"
)

// engines provides one engine, or none.
type engines struct{ *engine.Engine }

func (e engines) Get(context.Context) (*engine.Engine, error) {
	if e.Engine == nil {
		return nil, errors.New("no index")
	}
	return e.Engine, nil
}

func (engines) Keep(context.Context, *engine.Engine) {}

// A counted corpus counts its searches. It answers them when the gate is open.
type counted struct {
	engine.Retriever
	searches *atomic.Int32
	gate     chan struct{} // searches wait until it is closed; nil if they need not wait
}

func (c counted) Search(ctx context.Context, req engine.Request) (engine.Result, error) {
	c.searches.Add(1)
	if c.gate != nil {
		<-c.gate
	}
	return c.Retriever.Search(ctx, req)
}

// A manuscript is a workspace unpacked from an archive. "|" marks the cursor in one of its files.
type manuscript struct {
	*complete.Completer
	doc    *workspace.Document
	typing doc.Typing
	cites  bool
}

func open(t *testing.T, files []txtar.File, e *engine.Engine) (m manuscript) {
	t.Helper()
	folder, w := t.TempDir(), workspace.New()
	at := 0
	for _, f := range files {
		path := filepath.Join(folder, f.Name)
		before, after, edited := strings.Cut(string(f.Data), "|")
		if err := os.WriteFile(path, []byte(before+after), 0o644); err != nil {
			t.Fatal(err)
		}
		if edited {
			at, m.doc = len(before), workspace.NewDocument(doc.NewSnapshot(string(uri.File(path)), "", 1, before+after))
			w.Put(m.doc)
		}
	}
	m.Completer = complete.New(t.Context(), complete.Options{
		Files: w, Engines: engines{e}, Go: func(_ string, work func()) { go work() }, Log: slog.New(slog.DiscardHandler), Patience: time.Hour,
		Manuscript: func(ctx context.Context, d *workspace.Document) engine.Manuscript {
			return cite.ManuscriptOf(ctx, w, d)
		},
	})
	var typed bool
	if m.typing, typed = m.doc.Markup.Typing(m.doc.Text, m.doc.Manuscript(), at); typed {
		m.cites = m.Cites(t.Context(), m.doc, m.typing)
	}
	return m
}

// menu returns the suggestions, one per line: key and origin.
func (m manuscript) menu(ctx context.Context) string {
	var menu strings.Builder
	if !m.cites {
		return menu.String()
	}
	found, _ := m.Works(ctx, m.doc, m.typing, "")
	for _, f := range found {
		fmt.Fprintln(&menu, f.Key, f.Origin())
	}
	return menu.String()
}

// papersOf reads the records in an archive, which are JSON lines.
func papersOf(t *testing.T, lines string) (papers []*engine.Paper) {
	t.Helper()
	for line := range strings.Lines(lines) {
		p := &engine.Paper{Corpus: "acl"}
		if err := json.Unmarshal([]byte(line), p); err != nil {
			t.Fatal(err)
		}
		papers = append(papers, p)
	}
	return papers
}

// Each archive in testdata contains a manuscript with the cursor, the .bib files next to it, the
// papers of an index, and the expected menu.
func TestMenus(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	for _, path := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var files []txtar.File
			var e *engine.Engine
			want := ""
			for _, f := range archive.Files {
				switch f.Name {
				case "menu":
					want = string(f.Data)
				case "index":
					e = engine.New(engine.Parts{Retrievers: []engine.Retriever{memory.New("acl", "acl", papersOf(t, string(f.Data))...)}})
				default:
					files = append(files, f)
				}
			}
			if diff := cmp.Diff(want, open(t, files, e).menu(t.Context())); diff != "" {
				t.Errorf("%s%s", archive.Comment, diff)
			}
		})
	}
}

const typingBaker = `-- paper.tex --
Max pooling performs worse \cite{ba|}.
\bibliography{refs}
-- refs.bib --
@article{baker2002, author = {Baker, Ada}, title = {Max pooling}}
`

var bakers = []*engine.Paper{{ID: "1", Corpus: "acl", Title: "Barriers", Authors: []engine.Author{{Family: "Bakhtin"}}, Year: 2019}}

// The indexes are searched once per sentence, not once per letter of a typed key.
func TestALetterMoreSearchesByTheLetterAlone(t *testing.T) {
	var searches atomic.Int32
	e := engine.New(engine.Parts{Retrievers: []engine.Retriever{counted{memory.New("acl", "acl", bakers...), &searches, nil}}})
	m := open(t, txtar.Parse([]byte(typingBaker)).Files, e)
	want := m.menu(t.Context())
	first := searches.Load()
	if again := m.menu(t.Context()); again != want || searches.Load() != first {
		t.Errorf("the same letters searched %d times more and brought\n%s", searches.Load()-first, again)
	}
	m.typing.Typed = "bak"
	m.menu(t.Context())
	if more := searches.Load() - first; more < 1 || more >= first {
		t.Errorf("the first letters took %d searches, one more took %d", first, more)
	}
}

// A slow index does not delay the .bib, and its papers appear with a later letter.
func TestTheBibDoesNotWaitForTheIndexes(t *testing.T) {
	gate := make(chan struct{})
	e := engine.New(engine.Parts{Retrievers: []engine.Retriever{counted{memory.New("acl", "acl", bakers...), new(atomic.Int32), gate}}})
	m := open(t, txtar.Parse([]byte(typingBaker)).Files, e)
	m.Patience = time.Millisecond
	if got := m.menu(t.Context()); got != "baker2002 refs.bib\n" {
		t.Errorf("while the index is busy:\n%s", got)
	}
	close(gate)
	m.Patience = time.Hour
	if got := m.menu(t.Context()); !strings.Contains(got, "bakhtin2019") {
		t.Errorf("once it answered:\n%s", got)
	}
}

// The memory use of the .bib files is reported each time one is read, unless it stays the same.
func TestRoomIsMadeForABibOnce(t *testing.T) {
	m := open(t, txtar.Parse([]byte(typingBaker)).Files, nil)
	var rooms []int64
	m.MakeRoom = func(bytes int64) { rooms = append(rooms, bytes) }
	m.Prepare(t.Context(), m.doc)
	m.menu(t.Context())
	if len(rooms) != 1 || rooms[0] <= 0 {
		t.Errorf("room was made for %v bytes", rooms)
	}
}
