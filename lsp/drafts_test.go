package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"go.lsp.dev/protocol"
)

var baker = &engine.Paper{
	ID: "1", Title: "Max pooling", Authors: []engine.Author{{Family: "Baker"}, {Family: "Adams"}}, Year: 2002,
	Abstract: "We compare max pooling with mean pooling of words. Our results show that soft constraints improve parsing. We release a corpus of German newspapers.",
}

// A slowWriter simulates a language model. It signals when it starts, and returns once the test
// releases it or the request is cancelled.
type slowWriter struct{ begun, letGo, ended chan struct{} }

func newSlowWriter() slowWriter {
	return slowWriter{make(chan struct{}, 9), make(chan struct{}, 9), make(chan struct{}, 9)}
}

func (w slowWriter) Write(ctx context.Context, req engine.DraftRequest, n int) ([]engine.Draft, error) {
	w.begun <- struct{}{}
	defer func() { w.ended <- struct{}{} }()
	select {
	case <-w.letGo:
		return engine.Composer{}.Write(ctx, req, n)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func playWriter(t *testing.T, w engine.Writer, text string) (p *player, path string) {
	t.Helper()
	return playWriterIn(t, demoCapabilities, w, text)
}

func playWriterIn(t *testing.T, capabilities string, w engine.Writer, text string) (p *player, path string) {
	t.Helper()
	open := func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error) {
		return engine.New(engine.Parts{Retrievers: []engine.Retriever{holding(baker)}, Writer: w}), nil, nil
	}
	dir := t.TempDir()
	p, err := play(t.Context(), Options{Openers: backend.Openers{Engine: open}}, json.RawMessage(capabilities), json.RawMessage(`{}`), dir)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(dir, "main.md")
	if err := p.Open(t.Context(), path, "markdown", text); err != nil {
		t.Fatal(err)
	}
	return p, path
}

func TestTheBestSentenceIsDraftedWhileTheMenuIsOpen(t *testing.T) {
	w := newSlowWriter()
	p, path := playWriter(t, w, sampleText)
	actions, err := p.Actions(t.Context(), path, cursor)
	if err != nil || len(actions) == 0 {
		t.Fatal(actions, err)
	}
	<-w.begun // drafting starts although no action was chosen
	done := make(chan error)
	go func() { done <- p.Choose(t.Context(), actions[0]) }()
	w.letGo <- struct{}{}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if len(w.begun) > 0 || !strings.Contains(p.Files[path].Text, "@baker2002max compare") {
		t.Errorf("drafted %d times more: %s", len(w.begun), p.Files[path].Text)
	}
}

func TestATextThatChangesEndsWhatIsDraftedAhead(t *testing.T) {
	w := newSlowWriter()
	p, path := playWriter(t, w, sampleText)
	if _, err := p.Actions(t.Context(), path, cursor); err != nil {
		t.Fatal(err)
	}
	<-w.begun
	p.change(t, t.Context(), path, doc.Range{}, "More text. ")
	<-w.ended
}

// Each request returns another sentence. After the last one, the user is told that there are no more.
func TestOtherSentencesEnd(t *testing.T) {
	p, path := playWriter(t, engine.Composer{}, sampleText)
	bib := filepath.Join(filepath.Dir(path), newBibName)
	if err := p.Open(t.Context(), bib, "bibtex", ""); err != nil {
		t.Fatal(err)
	}
	choose := func(title string) (string, error) {
		t.Helper()
		actions, err := p.Actions(t.Context(), path, strings.Index(p.Files[path].Text, " <!--"))
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range actions {
			if strings.HasPrefix(a.Title, title) {
				if err := p.Choose(t.Context(), a); err != nil {
					return "", err
				}
				for _, changed := range []string{path, bib} {
					if err := p.TellChange(t.Context(), changed); err != nil {
						t.Fatal(err)
					}
				}
				return p.Files[path].Text, nil
			}
		}
		t.Fatalf("no %s among %d actions", title, len(actions))
		return "", nil
	}
	one, err := choose(titleSentence)
	seen := map[string]bool{}
	for ; err == nil && !seen[one]; one, err = choose(titleAnother) {
		seen[one] = true
	}
	if err == nil || !strings.Contains(err.Error(), "the last of") {
		t.Errorf("after %d sentences: %v", len(seen), err)
	}
	all := strings.Join(slices.Collect(maps.Keys(seen)), "")
	for _, part := range []string{"compare", "release", "soft constraints"} {
		if !strings.Contains(all, part) {
			t.Errorf("no sentence says %q: %s", part, all)
		}
	}
}

// An askedWriter records the most recent request.
type askedWriter struct{ last *engine.DraftRequest }

func (w askedWriter) Write(ctx context.Context, req engine.DraftRequest, n int) ([]engine.Draft, error) {
	*w.last = req
	return engine.Composer{}.Write(ctx, req, n)
}

func TestTheWriterIsToldWhyThePaperIsCited(t *testing.T) {
	w := askedWriter{new(engine.DraftRequest)}
	p, path := playWriter(t, w, "Max pooling performs worse. <!-- scilit: pooling; intent: method -->\n")
	actions, err := p.Actions(t.Context(), path, cursor)
	if err != nil || len(actions) == 0 {
		t.Fatal(actions, err)
	}
	if err := p.Choose(t.Context(), actions[0]); err != nil {
		t.Fatal(err)
	}
	if w.last.Intent != "method" || !slices.Equal(w.last.Keywords, []string{"pooling"}) {
		t.Errorf("asked with %+v", w.last)
	}
}

// The draft runs in codeAction/resolve, or in the command for editors that do not
// resolve.
func TestALongDraftShowsProgressThatCanBeCancelled(t *testing.T) {
	for _, capabilities := range []string{
		`{"window":{"workDoneProgress":true},"textDocument":{"codeAction":{"resolveSupport":{"properties":["edit"]}}}}`,
		`{"window":{"workDoneProgress":true}}`,
	} {
		p, path := playWriterIn(t, capabilities, newSlowWriter(), sampleText)
		actions, err := p.Actions(t.Context(), path, cursor)
		if err != nil || len(actions) == 0 {
			t.Fatal(actions, err)
		}
		shown := p.Bars()
		done := make(chan error, 1)
		go func() { done <- p.Choose(t.Context(), actions[0]) }()
		token := <-shown
		for err == nil { // the bar can be cancelled only once it is shown
			_ = p.Conn.Notify(t.Context(), protocol.MethodWindowWorkDoneProgressCancel, map[string]any{"token": token})
			select {
			case err = <-done:
			default:
			}
		}
		if code(err) != protocol.CodeRequestCancelled || p.Files[path].Text != sampleText {
			t.Errorf("got %v, wrote %q", err, p.Files[path].Text)
		}
	}
}

// A contextWriter records the contexts of its drafts, like a language model on another machine.
type contextWriter struct{ contexts chan []string }

func (w contextWriter) Spends() bool { return true }

func (w contextWriter) Write(ctx context.Context, req engine.DraftRequest, n int) ([]engine.Draft, error) {
	w.contexts <- req.Context
	return engine.Composer{}.Write(ctx, req, n)
}

// The menu calls no model that spends. The chosen action drafts for the selected claim.
func TestTheSentenceIsDraftedForTheSelectedClaim(t *testing.T) {
	w := contextWriter{make(chan []string, 9)}
	text := "Max pooling performs worse, and mean pooling of words is simple.\n"
	p, path := playWriter(t, w, text)
	claim := "mean pooling of words"
	start := strings.Index(text, claim)
	actions, err := p.ActionsOn(t.Context(), path, doc.Span{Start: start, End: start + len(claim)})
	if err != nil || len(actions) == 0 || len(w.contexts) > 0 {
		t.Fatal(actions, err, len(w.contexts))
	}
	if err := p.Choose(t.Context(), actions[0]); err != nil {
		t.Fatal(err)
	}
	if got := <-w.contexts; got[len(got)-1] != claim {
		t.Errorf("drafted after %q", got)
	}
}

func TestAFailedSearchLeavesTheOtherActions(t *testing.T) {
	failing := fakeIndex{prefetch: func(context.Context, engine.Request) (engine.Result, error) {
		return engine.Result{}, errors.New("the disk is broken")
	}}
	p, path := playSample(t, demoCapabilities, failing)
	text := "Max pooling performs worse [@baker].\n"
	cited := filepath.Join(filepath.Dir(path), "cited.md")
	if err := p.Open(t.Context(), cited, "markdown", text); err != nil {
		t.Fatal(err)
	}
	actions, err := p.Actions(t.Context(), cited, strings.Index(text, "aker"))
	offered := slices.ContainsFunc(actions, func(a *protocol.CodeAction) bool { return strings.HasPrefix(a.Title, "Remove citation") })
	if err != nil || !offered {
		t.Errorf("%d actions, %v", len(actions), err)
	}
	if heard := strings.Join(p.Heard(), "\n"); !strings.Contains(heard, "the disk is broken") {
		t.Errorf("the user heard %q", heard)
	}
}
