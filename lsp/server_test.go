package lsp

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"go.lsp.dev/protocol"
)

// A fakeIndex is a retriever whose methods call functions supplied by the test.
type fakeIndex struct {
	engine.Retriever
	prefetch func(context.Context, engine.Request) (engine.Result, error)
	papers   []*engine.Paper
}

// newBibName is the name of the .bib file created for a manuscript that names none.
const newBibName = "references.bib"

func (x fakeIndex) Search(ctx context.Context, req engine.Request) (engine.Result, error) {
	return x.prefetch(ctx, req)
}

func (fakeIndex) Close() error { return nil }

func (x fakeIndex) Info(context.Context) (engine.Info, error) {
	return engine.Info{Name: "fake", Papers: len(x.papers)}, nil
}

func (x fakeIndex) Papers(_ context.Context, refs []engine.WorkRef) ([]*engine.Paper, error) {
	found := make([]*engine.Paper, len(refs))
	for i, ref := range refs {
		for _, p := range x.papers {
			if (p.ID == ref.ID || ref.ID == "" && p.Title == ref.Title) && (!ref.Keyed || p.Key != "") {
				found[i] = p
			}
		}
	}
	return found, nil
}

// holding returns an index that finds the given papers for every query.
func holding(papers ...*engine.Paper) fakeIndex {
	answer := engine.Result{Matching: len(papers), Lexical: true}
	for i, p := range papers {
		answer.Candidates = append(answer.Candidates, engine.Candidate{Paper: p, BM25: 1 / float64(i+1)})
	}
	return fakeIndex{papers: papers, prefetch: func(context.Context, engine.Request) (engine.Result, error) { return answer, nil }}
}

const sampleText = "Max pooling performs worse. <!-- scilit: pooling -->\n"

var cursor = strings.Index(sampleText, " <!--")

// playSample opens a one-sentence manuscript with the given indexes.
func playSample(t *testing.T, capabilities string, indexes ...engine.Retriever) (p *player, path string) {
	t.Helper()
	open := func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error) {
		if len(indexes) == 0 {
			return nil, nil, engine.ErrNoIndex
		}
		return engine.New(engine.Parts{Retrievers: indexes}), nil, nil
	}
	dir := t.TempDir()
	p, err := play(t.Context(), Options{Openers: backend.Openers{Engine: open}}, json.RawMessage(capabilities), json.RawMessage(`{}`), dir)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(dir, "main.md")
	if err := p.Open(t.Context(), path, "markdown", sampleText); err != nil {
		t.Fatal(err)
	}
	return p, path
}

func TestAPanicInASearchEndsOnlyTheSearch(t *testing.T) {
	broken := fakeIndex{prefetch: func(context.Context, engine.Request) (engine.Result, error) { panic("broken") }}
	p, path := playSample(t, demoCapabilities, broken)
	for range 2 {
		if _, err := p.Actions(t.Context(), path, cursor); err == nil || !strings.Contains(err.Error(), "broken") {
			t.Errorf("got %v", err)
		}
	}
}

func TestALongSearchShowsProgressThatCanBeCancelled(t *testing.T) {
	slow := fakeIndex{prefetch: func(ctx context.Context, _ engine.Request) (engine.Result, error) {
		<-ctx.Done()
		return engine.Result{}, ctx.Err()
	}}
	p, path := playSample(t, `{"window":{"workDoneProgress":true}}`, slow)
	shown := p.Bars()
	done := make(chan error, 1)
	go func() { _, err := p.Actions(t.Context(), path, cursor); done <- err }()
	p.cancel(t, <-shown, done)
}

// cancel cancels a progress bar repeatedly until its request ends, since the bar cannot be
// cancelled before it is shown.
func (p *player) cancel(t *testing.T, token string, done <-chan error) {
	t.Helper()
	for {
		_ = p.Conn.Notify(t.Context(), protocol.MethodWindowWorkDoneProgressCancel, map[string]any{"token": token})
		select {
		case err := <-done:
			if code(err) != protocol.CodeRequestCancelled {
				t.Errorf("got %v", err)
			}
			return
		default:
		}
	}
}

func TestWithoutAnIndexTheUserIsToldWhatToDo(t *testing.T) {
	p, path := playSample(t, `{"textDocument":{"codeAction":{"disabledSupport":true}}}`)
	actions, err := p.Actions(t.Context(), path, cursor)
	if err != nil || len(actions) != 1 || !strings.Contains(actions[0].Disabled.Reason, "index build") {
		t.Errorf("%v, %v", actions, err)
	}
	text, err := p.Hover(t.Context(), path, cursor+10)
	if err != nil || !strings.Contains(text, "Keywords: pooling") || !strings.Contains(text, "index build") {
		t.Errorf("%q, %v", text, err)
	}
}

func TestTheSameIdInTwoCorporaIsTwoPapers(t *testing.T) {
	first := holding(&engine.Paper{ID: "1", Corpus: "a", Title: "Gene pooling", Authors: []engine.Author{{Family: "Adams"}}, Year: 2001})
	second := holding(&engine.Paper{ID: "1", Corpus: "b", Title: "Max pooling", Authors: []engine.Author{{Family: "Baker"}}, Year: 2002})
	p, path := playSample(t, demoCapabilities, first, second)
	actions, err := p.Actions(t.Context(), path, cursor)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range actions {
		if strings.HasPrefix(a.Title, titleMark+" (only the title of this paper is known): Baker") {
			if err := p.Choose(t.Context(), a); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got := p.Files[path].Text; !strings.Contains(got, "[@baker2002max]") {
		t.Errorf("got %q", got)
	}
}

func TestAnEditForATextThatChangedMeanwhileIsNotSent(t *testing.T) {
	index := holding(&engine.Paper{ID: "1", Title: "Max pooling", Authors: []engine.Author{{Family: "Baker"}}, Year: 2002})
	p, path := playSample(t, `{}`, index)
	actions, err := p.Actions(t.Context(), path, cursor)
	if err != nil {
		t.Fatal(err)
	}
	p.Pick = func([]string) int {
		p.change(t, t.Context(), path, doc.Range{}, "More text. ")
		return 0
	}
	more := protocol.Command{Command: commandSuggest, Arguments: actions[0].Command.Arguments}
	if err := p.Choose(t.Context(), &protocol.CodeAction{Command: more}); err == nil {
		t.Error("no error")
	}
	if got := p.Files[path].Text; got != "More text. "+sampleText {
		t.Errorf("got %q", got)
	}
}

func TestAnEntryGoesToTheBibThatExists(t *testing.T) {
	index := holding(&engine.Paper{ID: "1", Title: "Max pooling", Authors: []engine.Author{{Family: "Baker"}}, Year: 2002})
	p, path := playSample(t, demoCapabilities, index)
	exists := filepath.Join(filepath.Dir(path), "there.bib")
	if err := os.WriteFile(exists, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	header := "---\nbibliography: [missing.bib, there.bib]\n---\n"
	p.change(t, t.Context(), path, doc.Range{}, header)
	actions, err := p.Actions(t.Context(), path, len(header)+cursor)
	if err != nil || len(actions) == 0 {
		t.Fatal(actions, err)
	}
	if err := p.Choose(t.Context(), actions[0]); err != nil {
		t.Fatal(err)
	}
	if p.Files[exists] == nil || len(p.Created) > 0 {
		t.Errorf("created %v", p.Created)
	}
}

func TestAnUnsavedManuscriptCitesIntoTheWorkspace(t *testing.T) {
	index := holding(&engine.Paper{ID: "1", Title: "Max pooling", Authors: []engine.Author{{Family: "Baker"}}, Year: 2002})
	p, path := playSample(t, demoCapabilities, index)
	const unsaved = "untitled:Untitled-1"
	err := p.Conn.Notify(t.Context(), "textDocument/didOpen", map[string]any{
		"textDocument": map[string]any{"uri": unsaved, "languageId": "markdown", "version": 1, "text": sampleText},
	})
	if err != nil {
		t.Fatal(err)
	}
	var actions []json.RawMessage
	err = p.Call(t.Context(), "textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": unsaved}, "range": p.Point(path, cursor), "context": map[string]any{"diagnostics": []any{}},
	}, &actions)
	if err != nil || len(actions) == 0 {
		t.Fatal(len(actions), err)
	}
	var resolved struct {
		Edit struct {
			DocumentChanges []struct {
				Kind, URI    string
				TextDocument struct{ URI string }
			}
		}
	}
	if err := p.Call(t.Context(), "codeAction/resolve", actions[0], &resolved); err != nil {
		t.Fatal(err)
	}
	changes := resolved.Edit.DocumentChanges
	if len(changes) != 3 || !strings.HasSuffix(changes[0].URI, filepath.Base(filepath.Dir(path))+"/"+newBibName) || changes[2].TextDocument.URI != unsaved {
		t.Errorf("got %+v", changes)
	}
}
