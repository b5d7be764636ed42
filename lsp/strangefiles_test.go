package lsp

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// playHostile connects an editor to a workspace from an untrusted source.
func playHostile(t *testing.T, dir string) *player {
	t.Helper()
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	open := func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error) {
		return engine.New(engine.Parts{Retrievers: []engine.Retriever{holding(baker)}}), nil, nil
	}
	p := newPlayer(t.Context(), Options{Openers: backend.Openers{Engine: open}})
	p.Messages = make(chan string, 100)
	if err := p.Begin(t.Context(), json.RawMessage(demoCapabilities), json.RawMessage(`{}`), dir); err != nil {
		t.Fatal(err)
	}
	return p
}

// expectTold waits until messages contain all these words.
func (p *player) expectTold(t *testing.T, words ...string) {
	t.Helper()
	late := time.After(10 * time.Minute)
	for missing := words; len(missing) > 0; {
		select {
		case message := <-p.Messages:
			var rest []string
			for _, word := range missing {
				if !strings.Contains(message, word) {
					rest = append(rest, word)
				}
			}
			missing = rest
		case <-late:
			t.Fatalf("the user is not told of %q", missing)
		}
	}
}

// asksAll sends every request that takes a position in a file. Each must get a
// reply, even if it is only an error.
func (p *player) asksAll(t *testing.T, path string, at protocol.Position) {
	t.Helper()
	file := map[string]any{"uri": uri.File(path)}
	with := func(more map[string]any) map[string]any {
		more["textDocument"] = file
		return more
	}
	selected := protocol.Range{Start: at, End: at}
	for method, params := range map[string]any{
		"textDocument/hover":             with(map[string]any{"position": at}),
		"textDocument/completion":        with(map[string]any{"position": at}),
		"textDocument/definition":        with(map[string]any{"position": at}),
		"textDocument/references":        with(map[string]any{"position": at, "context": map[string]any{"includeDeclaration": true}}),
		"textDocument/documentHighlight": with(map[string]any{"position": at}),
		"textDocument/prepareRename":     with(map[string]any{"position": at}),
		"textDocument/rename":            with(map[string]any{"position": at, "newName": "new"}),
		"textDocument/documentSymbol":    with(map[string]any{}),
		"textDocument/documentLink":      with(map[string]any{}),
		"textDocument/codeAction":        with(map[string]any{"range": selected, "context": map[string]any{"diagnostics": []any{}, "triggerKind": 1}}),
		"scilit/discover":                with(map[string]any{"position": at}),
		"scilit/keywords":                with(map[string]any{"position": at}),
		"scilit/bibtex":                  with(map[string]any{"paper": "p"}),
		"scilit/related":                 with(map[string]any{"range": selected}),
		"scilit/status":                  map[string]any{},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		if err := p.Call(ctx, method, params, nil); ctx.Err() != nil {
			t.Errorf("%s of %s has no answer: %v", method, filepath.Base(path), err)
		}
		cancel()
	}
}

const hostileText = `\documentclass{article}
\begin{document}
\input{pipe}\input{zero}\input{circle}\input{huge}\include{folder}
Max pooling performs worse~\cite{key}. % scilit: pooling
\bibliography{pipe,zero,circle,huge,refs}
\end{document}
`

// File names in an untrusted workspace may lead to files that are endless or have no content.
func TestEveryRequestInAHostileWorkspaceIsAnswered(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, folder := range []string{"refs.bib", "folder.tex"} {
		if err := os.Mkdir(at(folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{"zero.bib": "/dev/zero", "zero.tex": "/dev/zero", "circle.bib": "circle.bib", "circle.tex": "two.tex", "two.tex": "circle.tex"} {
		if err := os.Symlink(target, at(link)); err != nil {
			t.Skip(err)
		}
	}
	makePipes(t, at("pipe.bib"), at("pipe.tex"), at("beside.tex"), at("scilit.toml"))
	for _, name := range []string{"huge.bib", "huge.tex"} { // these files are sparse
		write(t, at(name), "")
		if err := os.Truncate(at(name), 1<<40); err != nil {
			t.Skip(err)
		}
	}
	p := playHostile(t, dir)
	if err := p.Open(t.Context(), at("main.tex"), "latex", hostileText); err != nil {
		t.Fatal(err)
	}
	p.expectTold(t, at("pipe.bib")+": a named pipe", at("zero.bib")+": a device", at("circle.bib")+": it is a symbolic link that points back to itself",
		at("refs.bib")+": a folder", at("huge.bib")+": larger than the limit of 128 MB, so it is not read",
		at("pipe.tex")+": a named pipe", at("zero.tex")+": a device", at("circle.tex")+": it is a symbolic link", at("huge.tex")+": larger than the limit of 20 MB", at("folder.tex")+": a folder")
	for _, place := range []string{"~\\cite{k", " % scilit", "pooling\n", "\\cite{"} {
		p.asksAll(t, at("main.tex"), p.Point(at("main.tex"), strings.Index(hostileText, place)+len(place)-1).Start)
	}
	p.tellChanged(t, at("pipe.bib"), at("zero.tex"), at("refs.bib"))
	for _, name := range []string{"pipe.bib", "refs.bib", "beside.tex"} { // the editor opens these files if it can
		if err := p.Open(t.Context(), at(name), "", "@misc{key, title = {A}}\n\\cite{key}\n"); err != nil {
			t.Fatal(err)
		}
		p.asksAll(t, at(name), protocol.Position{Character: 7})
	}
}

// A document above the limit is read once, and the user is warned.
func TestADocumentThatIsTooLargeIsLeftAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine decodes the messages of 20 MB")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "main.tex")
	p := playHostile(t, dir)
	text := strings.Repeat("a", workspace.MaxDocument) + `\cite{key}`
	if err := p.Open(t.Context(), path, "latex", text); err != nil {
		t.Fatal(err)
	}
	p.expectTold(t, path+" is larger than 20 MB, so scilit-lsp does not process it: split it into smaller files")
	at := protocol.Position{Character: uint32(len(text) - 2)}
	p.asksAll(t, path, at)
	p.Files[path] = doc.NewSnapshot(string(uri.File(path)), "latex", 2, hostileText)
	if err := p.TellChange(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	actions, err := p.Actions(t.Context(), path, strings.Index(hostileText, " % scilit"))
	if err != nil || len(actions) == 0 {
		t.Errorf("once it is smaller: %v (%v)", actions, err)
	}
}

// Edits to a document whose text was discarded are dropped, since their positions
// cannot be resolved.
func TestAnOversizedDocumentChangesCheaply(t *testing.T) {
	d := workspace.NewDocument(doc.NewSnapshot("file:///main.tex", "latex", 1, strings.Repeat("a", workspace.MaxDocument+1)))
	d = d.Next([]doc.Change{{Range: &doc.Range{End: doc.Position{Character: 5}}, Text: "b"}}, 2, doc.UTF16)
	if !d.Oversized || d.Text != "" || d.Version != 2 {
		t.Errorf("%d bytes of version %d", len(d.Text), d.Version)
	}
	d = d.Next([]doc.Change{{Text: "whole"}, {Range: &doc.Range{End: doc.Position{Character: 5}}, Text: "new"}}, 3, doc.UTF16)
	if d.Oversized || d.Text != "new" || d.Markup == nil {
		t.Errorf("%q", d.Text)
	}
}

// The URI library escapes the percent signs in a path that is not UTF-8, so that an
// edit named a different file, which the editor then created.
func TestAPathThatIsNotUTF8NamesNoOtherFile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "caf\xe9")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Skip(err) // this file system supports only Unicode names
	}
	write(t, filepath.Join(dir, "refs.bib"), "")
	path := filepath.Join(dir, "main.tex")
	p := playHostile(t, filepath.Dir(dir))
	if err := p.Open(t.Context(), path, "latex", hostileText); err != nil {
		t.Fatal(err)
	}
	at := p.Point(path, strings.Index(hostileText, " % scilit")).Start
	sent := string(uri.File(path))
	if !strings.Contains(sent, "caf%E9") {
		t.Fatalf("the test sends %s", sent)
	}
	params := map[string]any{"textDocument": map[string]any{"uri": sent, "version": 1}, "position": at, "paper": baker.ID, "mode": "sentence"}
	var answer json.RawMessage
	err := p.Call(t.Context(), "scilit/draft", params, &answer)
	if strings.Contains(string(answer), "caf%25E9") {
		t.Errorf("the edit names another file: %s", answer)
	}
	if err == nil && strings.Contains(string(answer), "refs.bib") {
		t.Errorf("an entry goes into a file that cannot be named: %s", answer)
	}
	p.asksAll(t, path, at)
	if _, err := os.Lstat(filepath.Join(filepath.Dir(dir), "caf%E9")); err == nil {
		t.Error("a folder of another name was made")
	}
}
