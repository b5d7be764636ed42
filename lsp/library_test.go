package lsp

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/library"
	"github.com/scilit-lsp/scilit-lsp/engine/pdfproc"
	scilit "github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// keepIn returns an opener for Options.Library that stores libraries in a cache folder. Unlike the
// command's opener, it uses no embedder.
func keepIn(cache string) func(context.Context, config.Settings, []string, func(context.Context) error) (backend.Library, error) {
	return func(ctx context.Context, s config.Settings, workspace []string, rest func(context.Context) error) (backend.Library, error) {
		sources := library.Sources{Workspace: workspace, Folders: s.Library.Folders}
		return library.Open(ctx, library.Options{Dir: library.Folder(cache, sources, nil), Sources: sources, WaitIdle: rest, PDFs: pdfproc.New(pdfproc.DefaultLimits(), readPDFArgument)})
	}
}

// openWithLibrary returns an opener for Options.Open that includes the user's library and, if demo
// is true, the demo's index.
func openWithLibrary(demo bool) func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error) {
	return func(_ context.Context, s config.Settings) (*engine.Engine, []wire.Notice, error) {
		folders := s.Indexes
		if demo {
			if err := buildOnce(); err != nil {
				return nil, nil, err
			}
			folders = append([]string{indexFolder}, folders...)
		}
		var parts engine.Parts
		for _, folder := range folders {
			x, err := index.Open(folder)
			if err != nil {
				return nil, nil, err
			}
			var wired engine.Retriever = x
			if folder == s.Library.Index {
				wired = engine.Own(library.Searched(folder, s.Library.Folders, x))
			}
			parts.Retrievers = append(parts.Retrievers, wired)
		}
		return engine.New(parts), nil, nil
	}
}

// awaitLibrary waits until the library is up to date and its status is as expected.
func (p *player) awaitLibrary(t testing.TB, expected func(wire.LibraryStatus) bool) wire.LibraryStatus {
	t.Helper()
	var answer statusResult
	for range 120_000 {
		if err := p.Call(context.Background(), scilit.MethodStatus, map[string]any{}, &answer); err != nil {
			t.Fatal(err)
		}
		if l := answer.Library; l != nil && l.State == "up to date" && expected(*l) {
			return *l
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("after ten minutes it is %+v", answer.Library)
	return wire.LibraryStatus{}
}

func hasPapers(n int) func(wire.LibraryStatus) bool {
	return func(l wire.LibraryStatus) bool { return l.Papers == n }
}

const poolingEntry = `@inproceedings{ada-own-key,
  author    = {Adams, Ada},
  title     = {Max pooling in practice},
  year      = {2002},
  note      = "read {\'e}lsewhere",
}`

// playLibrary opens a manuscript in a workspace whose library is the folder "papers".
func playLibrary(t *testing.T, files map[string]string) (p *player, dir, path string) {
	t.Helper()
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	dir = t.TempDir()
	write(t, filepath.Join(dir, "scilit.toml"), "[library]\nfolders = [\"papers\"]\n")
	if err := os.Mkdir(filepath.Join(dir, "papers"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		write(t, filepath.Join(dir, name), text)
	}
	p, err := play(t.Context(), Options{Openers: backend.Openers{Engine: openWithLibrary(false), Library: keepIn(t.TempDir())}, Trust: trusting(t, dir)}, json.RawMessage(demoCapabilities), json.RawMessage(`{}`), dir)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(dir, "main.md")
	if err := p.Open(t.Context(), path, "markdown", sampleText); err != nil {
		t.Fatal(err)
	}
	return p, dir, path
}

// menu returns the titles of the code actions at the sample's cursor.
func (p *player) menu(t *testing.T, path string) string {
	t.Helper()
	actions, err := p.Actions(t.Context(), path, cursor)
	if err != nil {
		t.Fatal(err)
	}
	var titles []string
	for _, a := range actions {
		titles = append(titles, a.Title)
	}
	return strings.Join(titles, "\n")
}

// tellChanged notifies the server of changed files, as an editor that watches files does.
func (p *player) tellChanged(t *testing.T, paths ...string) {
	t.Helper()
	var changes []any
	for _, path := range paths {
		changes = append(changes, map[string]any{"uri": uri.File(path), "type": 2})
	}
	if err := p.Conn.Notify(t.Context(), protocol.MethodWorkspaceDidChangeWatchedFiles, map[string]any{"changes": changes}); err != nil {
		t.Fatal(err)
	}
}

func TestALibraryIsSearchedWhileItsFilesChange(t *testing.T) {
	p, dir, path := playLibrary(t, nil)
	own := filepath.Join(dir, "papers", "own.bib")
	p.awaitLibrary(t, hasPapers(0))
	if got := p.menu(t, path); strings.Contains(got, "Adams") {
		t.Error(got)
	}
	expect := func(what string) {
		t.Helper()
		if got := p.menu(t, path); !strings.Contains(got, what+" (library)") {
			t.Errorf("no %q in %s", what, got)
		}
	}
	write(t, own, poolingEntry)
	p.tellChanged(t, own)
	p.awaitLibrary(t, hasPapers(1))
	expect("Adams 2002, Max pooling in practice")

	write(t, own, strings.Replace(poolingEntry, "practice", "theory", 1)+"\n@misc{broken, title = {Open")
	p.tellChanged(t, own)
	p.awaitLibrary(t, func(l wire.LibraryStatus) bool {
		return len(l.Problems) == 1 && strings.Contains(l.Problems[0], "own.bib:7: ")
	})
	expect("Adams 2002, Max pooling in theory")

	export, err := os.ReadFile("../engine/corpus/testdata/samples/betterbibtex.json")
	if err != nil {
		t.Fatal(err)
	}
	pdf, err := os.ReadFile("../engine/corpus/testdata/samples/paper.pdf")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "papers", "zotero.json"), string(export))
	write(t, filepath.Join(dir, "papers", "paper.pdf"), string(pdf))
	p.tellChanged(t, own) // editors do not report changes of PDFs, so any refresh must find them
	p.awaitLibrary(t, func(l wire.LibraryStatus) bool { return l.Files == 3 })

	if err := os.Remove(own); err != nil {
		t.Fatal(err)
	}
	p.tellChanged(t, own)
	p.awaitLibrary(t, func(l wire.LibraryStatus) bool { return l.Files == 2 })
	if got := p.menu(t, path); strings.Contains(got, "Adams") {
		t.Error(got)
	}
}

func TestADiscoveredPaperHasThePDFOfTheLibrary(t *testing.T) {
	sample, err := os.ReadFile("../engine/corpus/testdata/samples/paper.pdf")
	if err != nil {
		t.Fatal(err)
	}
	p, dir, path := playLibrary(t, map[string]string{"papers/paper.pdf": string(sample), "papers/own.bib": poolingEntry})
	p.awaitLibrary(t, hasPapers(2))
	fileOf := func() (all []string) {
		t.Helper()
		var got discoverResult
		params := map[string]any{"textDocument": map[string]any{"uri": uri.File(path)}, "position": p.Point(path, cursor).Start, "limit": 10}
		if err := p.Call(t.Context(), scilit.MethodDiscover, params, &got); err != nil {
			t.Fatal(err)
		}
		for _, listed := range got.Papers {
			all = append(all, listed.File)
		}
		slices.Sort(all)
		return all
	}
	pdf, err := filepath.EvalSymlinks(filepath.Join(dir, "papers", "paper.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	if got := fileOf(); !slices.Equal(got, []string{"", pdf}) {
		t.Errorf("%q", got)
	}
	if err := os.Remove(pdf); err != nil {
		t.Fatal(err)
	}
	if got := fileOf(); !slices.Equal(got, []string{"", ""}) {
		t.Errorf("%q after it went away", got)
	}
}

// citeFirst chooses the first offered citation mark. It returns the manuscript and the .bib file.
func citeFirst(t *testing.T, p *player, path string) (manuscript, bib string) {
	t.Helper()
	actions, err := p.Actions(t.Context(), path, cursor)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range actions {
		if strings.HasPrefix(a.Title, titleMark) {
			if err := p.Choose(t.Context(), a); err != nil {
				t.Fatal(err)
			}
			return p.Files[path].Text, p.Files[filepath.Join(filepath.Dir(path), newBibName)].Text
		}
	}
	t.Fatal("nothing is offered")
	return "", ""
}

func TestAWorkOfTheLibraryIsCitedByTheKeyAndTheEntryThatAreThere(t *testing.T) {
	p, _, path := playLibrary(t, map[string]string{"papers/own.bib": poolingEntry})
	p.awaitLibrary(t, hasPapers(1))
	manuscript, bib := citeFirst(t, p, path)
	if !strings.Contains(manuscript, "[@ada-own-key]") || bib != poolingEntry+"\n" {
		t.Errorf("%s\n%s", manuscript, bib)
	}
}

func TestAKeyThatAnotherWorkHasIsNotTakenFromTheLibrary(t *testing.T) {
	taken := "@misc{Ada-Own-Key, title = {Something else}}\n"
	p, _, path := playLibrary(t, map[string]string{"papers/own.bib": poolingEntry, newBibName: taken})
	p.awaitLibrary(t, hasPapers(2))
	manuscript, bib := citeFirst(t, p, path)
	if strings.Contains(strings.ToLower(manuscript), "[@ada-own-key]") || !strings.HasPrefix(bib, taken) || strings.Count(strings.ToLower(bib), "{ada-own-key,") != 1 {
		t.Errorf("%s\n%s", manuscript, bib)
	}
	if !strings.Contains(bib, `read {\'e}lsewhere`) {
		t.Errorf("the entry is not the user's: %s", bib)
	}
}

func TestAnotherIndexKnowsTheAbstractAndTheLibraryTheKey(t *testing.T) {
	rich := &engine.Paper{ID: "1", Corpus: "acl", Title: "Max pooling in practice", Authors: []engine.Author{{Family: "Adams"}}, Year: 2002, Abstract: "We compare max pooling with mean pooling of words."}
	cache, dir := t.TempDir(), t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	write(t, filepath.Join(dir, "library.bib"), poolingEntry)
	write(t, filepath.Join(dir, newBibName), "")
	open := func(_ context.Context, s config.Settings) (*engine.Engine, []wire.Notice, error) {
		x, err := index.Open(s.Indexes[0])
		return engine.New(engine.Parts{Retrievers: []engine.Retriever{holding(rich), engine.Own(x)}}), nil, err
	}
	p, err := play(t.Context(), Options{Openers: backend.Openers{Engine: open, Library: keepIn(cache)}}, json.RawMessage(demoCapabilities), json.RawMessage(`{}`), dir)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "main.md")
	if err := p.Open(t.Context(), path, "markdown", "---\nbibliography: references.bib\n---\n"+sampleText); err != nil {
		t.Fatal(err)
	}
	p.awaitLibrary(t, hasPapers(1))
	actions, err := p.Actions(t.Context(), path, strings.Index(p.Files[path].Text, " <!--"))
	if err != nil || len(actions) != 3 || actions[0].Title != titleSentence+": Adams 2002, Max pooling in practice (library)" {
		t.Fatalf("%v, %v", actions, err)
	}
	if err := p.Choose(t.Context(), actions[0]); err != nil {
		t.Fatal(err)
	}
	if got := p.Files[path].Text; !strings.Contains(got, "@ada-own-key") {
		t.Error(got)
	}
	if got := p.Files[filepath.Join(dir, newBibName)].Text; got != poolingEntry+"\n" {
		t.Error(got)
	}
}

func TestAnEmptyLibrarySaysWhatToDo(t *testing.T) {
	p, _, path := playLibrary(t, nil)
	p.awaitLibrary(t, hasPapers(0))
	if _, err := p.Actions(t.Context(), path, cursor); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(p.Heard(), "\n"); !strings.Contains(got, "scilit.library.folders") {
		t.Error(got)
	}
}

// stubborn is a library whose refresh runs until it is cancelled.
type stubborn struct {
	backend.Library
	begin chan struct{} // closed when the refresh may start
	ended chan error
}

func (l stubborn) Refresh(ctx context.Context, _ []string, step func(engine.LibraryStep)) error {
	<-l.begin
	for ctx.Err() == nil {
		step(engine.LibraryStep{File: 1, Files: 4, Path: "a.bib"})
		time.Sleep(time.Millisecond)
	}
	l.ended <- ctx.Err()
	return ctx.Err()
}

func TestIndexingShowsProgressThatCanBeCancelled(t *testing.T) {
	dir := t.TempDir()
	busy := stubborn{begin: make(chan struct{}), ended: make(chan error, 1)}
	opts := Options{Openers: backend.Openers{Engine: openWithLibrary(false), Library: func(ctx context.Context, s config.Settings, w []string, rest func(context.Context) error) (backend.Library, error) {
		l, err := keepIn(t.TempDir())(ctx, s, w, rest)
		busy.Library = l
		return busy, err
	}}}
	ctx := t.Context()
	p, err := play(ctx, opts, json.RawMessage(`{"window":{"workDoneProgress":true}}`), json.RawMessage(`{}`), dir)
	if err != nil {
		t.Fatal(err)
	}
	shown := p.Bars()
	close(busy.begin)
	for token := <-shown; ; { // the progress bar can be cancelled only after it has started
		_ = p.Conn.Notify(ctx, protocol.MethodWindowWorkDoneProgressCancel, map[string]any{"token": token})
		select {
		case <-busy.ended:
			return
		case <-time.After(time.Millisecond):
		}
	}
}
