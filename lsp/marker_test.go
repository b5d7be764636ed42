package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"iter"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/online/onlinetest"
	"github.com/scilit-lsp/scilit-lsp/engine/pdfproc"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

var update = flag.Bool("update", false, "write what the server does now into the marker files")

// The demo corpus is indexed without vectors, so that results depend neither on a model nor on the
// machine.
const demoPapers = "../testdata/papers"

var indexFolder string

// readPDFArgument is the argument that makes the test binary run as a process that reads PDFs.
const readPDFArgument = "read-pdf"

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == readPDFArgument {
		if err := pdfproc.Serve(context.Background(), os.Stdin, os.Stdout, pdfproc.DefaultLimits()); err != nil {
			panic(err)
		}
		return
	}
	if os.Getenv(serveVariable) != "" {
		serveStdio()
		return
	}
	flag.Parse()
	indexPatience = time.Hour // long enough that the menu does not depend on the machine
	folder, err := os.MkdirTemp("", "scilit-index")
	if err != nil {
		panic(err)
	}
	indexFolder = folder
	code := m.Run()
	os.RemoveAll(folder)
	os.Exit(code)
}

var buildOnce = sync.OnceValue(func() error {
	_, err := index.Build(context.Background(), index.BuildOptions{Dir: indexFolder, Name: "demo"}, demoCorpus())
	return err
})

func demoCorpus() iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) {
		for _, name := range []string{"acl.jsonl.gz", "biomed.jsonl.gz"} {
			for p, err := range corpus.File(context.Background(), filepath.Join(demoPapers, name)) {
				if !yield(p, err) {
					return
				}
			}
		}
	}
}

// openDemo is the function Options.Open in tests. It builds the demo's index if necessary.
func openDemo(ctx context.Context, s config.Settings) (*engine.Engine, []wire.Notice, error) {
	if err := buildOnce(); err != nil {
		return nil, nil, err
	}
	return openBuilt(ctx, s)
}

// openContradicting opens the demo's index with a network.
func openContradicting(ctx context.Context, s config.Settings) (*engine.Engine, []wire.Notice, error) {
	if err := buildOnce(); err != nil {
		return nil, nil, err
	}
	x, err := index.Open(indexFolder)
	if err != nil {
		return nil, nil, err
	}
	return engine.New(engine.Parts{Retrievers: []engine.Retriever{x}, Judge: contradicting(5)}), nil, nil
}

// openBuilt opens the demo's index after another process has built it.
func openBuilt(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error) {
	x, err := index.Open(indexFolder)
	if err != nil {
		return nil, nil, err
	}
	return engine.New(engine.Parts{Retrievers: []engine.Retriever{x}}), nil, nil
}

// markerFlags are the flags of a marker file. A marker file also contains the files of a workspace,
// one of which contains a cursor, and the expected results:
//
//	-- flags --        the fields of markerFlags as JSON
//	-- main.tex --     the cursor is ‸; two of them enclose a selection
//	-- menu --         titles of the offered code actions
//	-- hover --        text of the hover
//	-- diagnostics --  diagnostics of the file
//	-- completion --   items offered for the typed key
//	-- answer --       reply to the request of Ask, Rename or Method
//	-- messages --     messages that Command shows to the user
//	-- world --        responses of the online sources; see worldOf
//	-- questions --    questions to the user, with the possible answers
//	-- sent --         requests to other machines
//	-- want/main.tex --  files that the chosen code action changed
type markerFlags struct {
	Capabilities json.RawMessage // client capabilities; demoCapabilities by default
	Settings     json.RawMessage
	Choose       string // beginning of the title of the code action to choose
	Hover        bool
	Diagnostics  int     // number of publications of diagnostics to wait for; the last one is compared
	Complete     *string // key of the completion item to accept; "" accepts none
	Ask          string  // request to send: "definition", "references", "documentHighlight", "documentSymbol", "documentLink", "prepareRename"
	Rename       string  // new key for a rename request
	Words        bool    // whether to search only .bib files, without an index
	Contradicts  bool    // whether a network is open that confirms all contradictions
	Library      bool    // whether to open the library configured in scilit.toml
	CRLF         bool    // whether all files have CRLF line ends
	Created      bool    // whether the server or the editor creates the .bib
	Command      string  // command to run on the selection
	Keywords     string  // keywords passed to Command
	Method       string
	Params       map[string]any // parameters of Method besides the document and the cursor
	Asked        []string       // questions to ask about all papers before Method
	Answer       string         // answer to every question to the user
	// Answers contains the beginnings of the answers to the questions, in order. Any remaining
	// questions get no answer.
	Answers []string
}

const cursorMark = "‸"

func TestMarkers(t *testing.T) {
	files, _ := filepath.Glob("testdata/marker/*.txtar")
	if len(files) == 0 {
		t.Fatal("no marker files")
	}
	for i, file := range files {
		if testing.Short() && i%shortMarkers != 0 {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { runMarker(t, file) })
	}
}

// shortMarkers is the interval between the marker files played in short mode, as under the race
// detector: the files differ in documents rather than in concurrency.
const shortMarkers = 4

func runMarker(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var flags markerFlags
	world := ""
	given := map[string]string{}
	want := map[string]string{}
	var order []string
	for _, f := range archive.Files {
		switch {
		case f.Name == "flags":
			if err := json.Unmarshal(f.Data, &flags); err != nil {
				t.Fatal(err)
			}
		case f.Name == "world":
			world = string(f.Data)
		case slices.Contains(goldenSections, f.Name) || strings.HasPrefix(f.Name, "want/"):
			want[f.Name] = string(f.Data)
		default:
			given[f.Name] = string(f.Data)
			order = append(order, f.Name)
		}
	}
	got := playMarker(t, flags, given, world)
	if *update {
		rewriteMarker(t, file, archive, order, got)
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// goldenSections lists the sections with results, except for the changed files.
var goldenSections = []string{"menu", "hover", "diagnostics", "completion", "answer", "messages", "questions", "sent"}

// playMarker runs the test of a marker file and returns the results by section.
func playMarker(t *testing.T, flags markerFlags, given map[string]string, world string) map[string]string {
	ctx := t.Context()
	dir, active, selected := writeWorkspace(t, flags, given)
	offset := selected.End
	capabilities := flags.Capabilities
	if capabilities == nil {
		capabilities = json.RawMessage(demoCapabilities)
	}
	settings := flags.Settings
	if settings == nil {
		settings = json.RawMessage(`{}`)
	}
	log := slog.New(slog.NewTextHandler(outputOf(t), nil))
	open := openDemo
	if flags.Words {
		open = func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error) {
			return nil, nil, engine.ErrNoIndex
		}
	}
	if flags.Contradicts {
		open = openContradicting
	}
	opts := Options{Openers: backend.Openers{Engine: open}, Log: log}
	if given[config.FileName] != "" {
		opts.Trust = trusting(t, dir)
	}
	if flags.Library {
		opts.Engine, opts.Library = openWithLibrary(!flags.Words), keepIn(t.TempDir())
	}
	var outside *onlinetest.World
	if world != "" {
		outside = worldOf(t, world)
		opts.Openers = onlineOpeners(t, outside, flags.Words)
	}
	p, err := play(ctx, opts, capabilities, settings, dir)
	if err != nil {
		t.Fatal(err)
	}
	if flags.Library {
		p.awaitLibrary(t, func(wire.LibraryStatus) bool { return true })
	}
	if flags.Answer != "" {
		p.Pick = func(titles []string) int { return slices.Index(titles, flags.Answer) }
	}
	asked := answering(p, flags)
	if flags.Diagnostics > 0 {
		p.Diagnosed = make(chan *protocol.PublishDiagnosticsParams, 10)
	}
	raw, _ := os.ReadFile(active)
	if err := p.Open(ctx, active, "", string(raw)); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	if flags.Diagnostics > 0 {
		got["diagnostics"] = diagnosticsOf(p, flags.Diagnostics)
		if flags.Choose == "" {
			return got
		}
	}
	if flags.Ask != "" || flags.Rename != "" {
		got["answer"] = askMarker(t, p, flags, active, offset)
	} else if flags.Method != "" {
		got["answer"] = askMethod(t, p, flags, active, offset)
	} else if flags.Complete != nil {
		completeMarker(t, p, *flags.Complete, active, offset, got)
	} else if flags.Hover {
		if got["hover"], err = p.Hover(ctx, active, offset); err != nil {
			t.Fatal(err)
		}
		if got["hover"] != "" {
			got["hover"] += "\n"
		}
		return got
	} else if flags.Command != "" {
		got["messages"] = commandMarker(t, p, flags, active, selected)
	} else {
		chooseAction(t, p, flags, active, selected, got)
	}
	if outside != nil {
		showOnline(p, outside, asked(), got)
	}
	for path, s := range p.Files {
		before, _ := os.ReadFile(path)
		if s.Text != string(before) {
			got["want/"+filepath.Base(path)] = shown(t, flags, s.Text)
		}
	}
	if err := p.Close(ctx); err != nil {
		t.Error(err)
	}
	return got
}

// diagnosticsOf waits for the given number of publications and formats the diagnostics in the last
// one.
func diagnosticsOf(p *player, publications int) string {
	var last *protocol.PublishDiagnosticsParams
	for range publications {
		last = <-p.Diagnosed
	}
	var out strings.Builder
	for _, found := range last.Diagnostics {
		r := found.Range
		fmt.Fprintf(&out, "%d:%d-%d:%d %v: %v\n", r.Start.Line+1, r.Start.Character+1, r.End.Line+1, r.End.Character+1, found.Code, found.Message)
		for _, related := range found.RelatedInformation {
			fmt.Fprintf(&out, "    %d:%d %s\n", related.Location.Range.Start.Line+1, related.Location.Range.Start.Character+1, related.Message)
		}
	}
	return out.String()
}

// completeMarker lists the range that completion replaces, with lines counted from 1, and the first
// items in menu order.
func completeMarker(t *testing.T, p *player, take, path string, offset int, got map[string]string) {
	list, err := p.Complete(t.Context(), path, offset)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for i, item := range list.Items {
		if i == 0 {
			r := item.TextEdit.(*protocol.TextEdit).Range
			fmt.Fprintf(&b, "%d:%d-%d\n", r.Start.Line+1, r.Start.Character, r.End.Character)
		}
		if i < shownCompletions {
			detail, _ := item.Detail.Get()
			fmt.Fprintf(&b, "%s: %s\n", item.Label, detail)
		}
		if item.Label == take {
			if err := p.Take(t.Context(), path, item); err != nil {
				t.Fatal(err)
			}
			take = ""
		}
	}
	if take != "" {
		t.Errorf("%s is not offered", take)
	}
	got["completion"] = b.String()
}

const shownCompletions = 8

// commandMarker runs a command on the selection and returns the messages that it shows.
func commandMarker(t *testing.T, p *player, flags markerFlags, path string, selected doc.Span) string {
	argument := map[string]any{"textDocument": map[string]any{"uri": uri.File(path)}, "range": p.RangeOf(path, selected), "keywords": flags.Keywords}
	err := p.Call(t.Context(), protocol.MethodWorkspaceExecuteCommand, map[string]any{"command": flags.Command, "arguments": []any{argument}}, nil)
	told := strings.Join(p.Heard(), "\n")
	if err != nil && !strings.Contains(told, err.Error()) {
		t.Errorf("the error %v is not shown: %s", err, told)
	}
	return told + "\n"
}

func chooseAction(t *testing.T, p *player, flags markerFlags, path string, selected doc.Span, got map[string]string) {
	actions, err := p.ActionsOn(t.Context(), path, selected)
	if err != nil {
		t.Fatal(err)
	}
	var menu strings.Builder
	chosen := false
	for _, a := range actions {
		fmt.Fprintln(&menu, a.Title)
		if !chosen && flags.Choose != "" && strings.HasPrefix(a.Title, flags.Choose) {
			chosen = true
			if err := p.Choose(t.Context(), a); err != nil && !strings.Contains(strings.Join(p.Heard(), "\n"), err.Error()) {
				t.Fatalf("the error is not shown: %v", err)
			}
		}
	}
	got["menu"] = menu.String()
	if flags.Choose != "" && !chosen {
		t.Errorf("no action begins with %q", flags.Choose)
	}
}

func writeWorkspace(t *testing.T, flags markerFlags, given map[string]string) (dir, active string, selected doc.Span) {
	dir = t.TempDir()
	for _, name := range slices.Sorted(maps.Keys(given)) {
		text := given[name]
		if flags.CRLF {
			text = strings.ReplaceAll(text, "\n", "\r\n")
		}
		path := filepath.Join(dir, name)
		if before, after, ok := strings.Cut(text, cursorMark); ok {
			active, selected, text = path, doc.Span{Start: len(before), End: len(before)}, before+after
			if inside, behind, two := strings.Cut(after, cursorMark); two {
				selected.End, text = selected.End+len(inside), before+inside+behind
			}
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if active == "" {
		t.Fatal("no cursor")
	}
	return dir, active, selected
}

// shown formats a file for a marker file.
func shown(t *testing.T, flags markerFlags, text string) string {
	if flags.CRLF {
		if bare := strings.Count(text, "\n") - strings.Count(text, "\r\n"); bare > 0 {
			t.Errorf("%d line ends are not CRLF in %q", bare, text)
		}
		text = strings.ReplaceAll(text, "\r\n", "\n")
	}
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text
}

func rewriteMarker(t *testing.T, file string, archive *txtar.Archive, order []string, got map[string]string) {
	var kept []txtar.File
	for _, f := range archive.Files {
		if f.Name == "flags" || f.Name == "world" || slices.Contains(order, f.Name) {
			kept = append(kept, f)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		kept = append(kept, txtar.File{Name: name, Data: []byte(got[name])})
	}
	archive.Files = kept
	if err := os.WriteFile(file, bytes.TrimRight(txtar.Format(archive), "\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	appendNewline(t, file)
}

func appendNewline(t *testing.T, file string) {
	raw, _ := os.ReadFile(file)
	if err := os.WriteFile(file, append(raw, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}
