package lsp

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/grow"
	applit "github.com/scilit-lsp/scilit-lsp/app/literature"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine/online/onlinetest"
	"github.com/scilit-lsp/scilit-lsp/internal/literature"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// A field is an editor without a corpus, with a manuscript that cites a synthetic literature.
type field struct {
	*player
	path  string // path of the manuscript
	world *onlinetest.World
	lit   *literature.World
}

const withBars = `{"window":{"workDoneProgress":true}}`

func playField(t *testing.T, settings string) field {
	t.Helper()
	return playFieldWith(t, settings, backend.Openers{})
}

// playFieldWith is like playField, but opens the library with the given opener.
func playFieldWith(t *testing.T, settings string, with backend.Openers) field {
	t.Helper()
	t.Setenv("SCILIT_CACHE", t.TempDir())
	f := field{lit: literature.New(literature.Options{Seed: 7, Works: 500, Topics: 6, Fields: 2}), world: worldOf(t, "")}
	f.world.Literature(f.lit)
	dir := t.TempDir()
	f.path = filepath.Join(dir, "main.md")
	var bib strings.Builder
	for i, n := range f.lit.Seeds(2, 20) {
		fmt.Fprintf(&bib, "@article{k%d,\n  title = {%s},\n  doi = {%s}\n}\n", i, f.lit.Work(n).Title, f.lit.Work(n).DOI)
	}
	write(t, filepath.Join(dir, "references.bib"), bib.String())
	wiring := new(backend.Builder)
	opener := applit.Opener{Builder: wiring, Version: "test", StandIn: f.world.Addr(), Roots: f.world.Roots, Unpaced: true}
	openers := wiring.Openers()
	openers.Literature, openers.Growth = opener.Open, grow.Opener{Opener: opener}.Open
	openers.Library = with.Library
	f.player = newPlayer(t.Context(), Options{Openers: openers})
	f.Messages = make(chan string, 100)
	if err := f.Begin(t.Context(), json.RawMessage(withBars), json.RawMessage(settings), dir); err != nil {
		t.Fatal(err)
	}
	if err := f.Open(t.Context(), f.path, "markdown", f.claim()); err != nil {
		t.Fatal(err)
	}
	return f
}

// claim returns a sentence with words from a work in the literature.
func (f field) claim() string { return f.lit.Work(f.lit.Seeds(2, 1)[0]).Title + ".\n" }

const plainWithOpenAlex = `{"engine": "plain", "indexes": [], "online": {"sources": ["openalex"]}}`

func (f field) grow(t *testing.T, more map[string]any, result any) error {
	t.Helper()
	argument := map[string]any{"uri": uri.File(f.path)}
	for name, value := range more {
		argument[name] = value
	}
	return f.Call(t.Context(), protocol.MethodWorkspaceExecuteCommand,
		map[string]any{"command": commandGrow, "arguments": []any{argument}}, result)
}

// titles returns the titles of the code actions at the end of the claim.
func (f field) titles(t *testing.T) (all []string) {
	t.Helper()
	actions, err := f.Actions(t.Context(), f.path, len(f.claim())-1)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range actions {
		all = append(all, a.Title)
	}
	return all
}

func TestACorpusIsBuiltFromTheBibliography(t *testing.T) {
	f := playField(t, plainWithOpenAlex)
	if titles := f.titles(t); len(titles) == 0 || titles[0] != titleGrow+" ..." {
		t.Fatalf("the first offer is not a corpus: %q", titles)
	}
	f.Pick = func(titles []string) int { return slices.Index(titles, answerNotBuild) }
	if err := f.grow(t, nil, nil); err != nil || len(f.world.Requests()) > 0 {
		t.Fatal(f.world.Requests(), err)
	}
	f.Pick = func(titles []string) int { return slices.Index(titles, answerBuild) }
	if err := f.grow(t, nil, nil); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"Hosts: api.openalex.org", "Requests: at most", "20 identifiers", f.lit.Work(f.lit.Seeds(2, 1)[0]).DOI} {
		if !strings.Contains(f.Question, part) {
			t.Errorf("the plan lacks %q: %s", part, f.Question)
		}
	}
	f.expectTold(t, "the corpus has")
	if titles := f.titles(t); slices.Contains(titles, titleGrow+" ...") || len(titles) < 3 {
		t.Errorf("after it was built: %q", titles)
	}
}

// TestTheCorpusIsOfferedBeforeTheAuthorsOwnPapers searches only the workspace's .bib file, whose papers
// the author knows. With a corpus or a configured library, the papers come first.
func TestTheCorpusIsOfferedBeforeTheAuthorsOwnPapers(t *testing.T) {
	f := playFieldWith(t, plainWithOpenAlex, backend.Openers{Library: keepIn(t.TempDir())})
	f.awaitLibrary(t, hasPapers(20))
	titles := f.titles(t)
	if len(titles) < 2 || titles[0] != titleGrow+" ..." || !strings.HasSuffix(titles[1], "(library)") {
		t.Errorf("without a corpus: %q", titles)
	}
	f.Pick = func(titles []string) int { return slices.Index(titles, answerBuild) }
	if err := f.grow(t, nil, nil); err != nil {
		t.Fatal(err)
	}
	f.expectTold(t, "the corpus has")
	if titles := f.titles(t); slices.Contains(titles, titleGrow+" ...") || len(titles) < 2 {
		t.Errorf("with a corpus: %q", titles)
	}
	folder := t.TempDir()
	write(t, filepath.Join(folder, "own.bib"), poolingEntry)
	f = playFieldWith(t, strings.Replace(plainWithOpenAlex, `"indexes"`, fmt.Sprintf(`"library": {"folders": [%q]}, "indexes"`,
		folder), 1), backend.Openers{Library: keepIn(t.TempDir())})
	f.awaitLibrary(t, hasPapers(21))
	if titles := f.titles(t); slices.Contains(titles, titleGrow+" ...") || len(titles) < 2 {
		t.Errorf("with a configured library: %q", titles)
	}
}

func TestAPlanThatTheEditorShowedNeedsNoQuestion(t *testing.T) {
	f := playField(t, plainWithOpenAlex)
	questions := 0
	f.Pick = func(titles []string) int { questions++; return slices.Index(titles, answerNotBuild) }
	var plan wire.GrowthPlan
	if err := f.grow(t, map[string]any{"shown": "a plan that was never shown"}, nil); err != nil || questions != 1 {
		t.Fatal(questions, err)
	}
	if err := f.grow(t, map[string]any{"plan": true}, &plan); err != nil || len(f.world.Requests()) > 0 {
		t.Fatal(plan, f.world.Requests(), err)
	}
	if err := f.grow(t, map[string]any{"shown": plan.Text}, nil); err != nil || questions != 1 {
		t.Fatal(questions, err)
	}
	f.expectTold(t, "the corpus has")
}

func TestAGrowingCorpusIsCancelledAndContinued(t *testing.T) {
	f := playField(t, plainWithOpenAlex)
	bars, reached := f.Bars(), make(chan struct{})
	sent := 0
	f.world.On("api.openalex.org/works", func(rw http.ResponseWriter, r *http.Request) {
		if sent++; sent == 3 {
			close(reached)
			<-r.Context().Done()
			return
		}
		onlinetest.ServeOpenAlex(rw, r, f.lit)
	})
	f.Pick = func(titles []string) int { return slices.Index(titles, answerBuild) }
	if err := f.grow(t, nil, nil); err != nil {
		t.Fatal(err)
	}
	token := <-bars
	<-reached
	if err := f.grow(t, nil, nil); err != nil { // only one corpus can be grown at a time
		t.Fatal(err)
	}
	f.expectTold(t, "already being built")
	if err := f.Conn.Notify(t.Context(), protocol.MethodWindowWorkDoneProgressCancel, map[string]any{"token": token}); err != nil {
		t.Fatal(err)
	}
	f.expectTold(t, "run the command again to continue")
	if err := f.grow(t, nil, nil); err != nil {
		t.Fatal(err)
	}
	f.expectTold(t, "the corpus has")
}

func TestWithoutSourcesNothingIsBuilt(t *testing.T) {
	f := playField(t, `{"engine": "plain", "indexes": []}`)
	err := f.grow(t, nil, nil)
	if err == nil || !strings.Contains(err.Error(), "openalex") || len(f.world.Requests()) > 0 {
		t.Error(f.world.Requests(), err)
	}
}

// A workspace cannot enable online sources, so it cannot start growing a corpus.
func TestAWorkspaceCannotBuildACorpus(t *testing.T) {
	f := playField(t, `{"engine": "plain", "indexes": []}`)
	write(t, filepath.Join(filepath.Dir(f.path), "scilit.toml"), "[online]\nsources = [\"openalex\"]\nask = \"never\"\n")
	f.Pick = func([]string) int { return -1 } // dismiss the question of whether to trust the file
	if err := f.Conn.Notify(t.Context(), protocol.MethodWorkspaceDidChangeConfiguration, map[string]any{"settings": map[string]any{}}); err != nil {
		t.Fatal(err)
	}
	if err := f.grow(t, nil, nil); err == nil || len(f.world.Requests()) > 0 {
		t.Error(f.world.Requests(), err)
	}
}
