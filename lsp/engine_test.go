package lsp

import (
	"context"
	"encoding/json"
	"fmt"
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
	"go.lsp.dev/protocol"
)

// A closable index signals when it is closed.
type closable struct {
	fakeIndex
	closed chan struct{}
}

func (x closable) Close() error {
	close(x.closed)
	return nil
}

// playAsked starts an editor that answers configuration requests with the result of configure.
func playAsked(t *testing.T, opts Options, configure func(context.Context) (json.RawMessage, error)) *player {
	t.Helper()
	p := newPlayer(t.Context(), opts)
	p.Configure = configure
	if err := p.Begin(t.Context(), json.RawMessage(`{"workspace":{"configuration":true}}`), json.RawMessage(`{}`), t.TempDir()); err != nil {
		t.Fatal(err)
	}
	return p
}

func changeSettings(t *testing.T, p *player, settings string) {
	t.Helper()
	params := map[string]any{"settings": json.RawMessage(settings)}
	if err := p.Conn.Notify(t.Context(), protocol.MethodWorkspaceDidChangeConfiguration, params); err != nil {
		t.Fatal(err)
	}
}

func openNothing(_ context.Context, s config.Settings) (*engine.Engine, []wire.Notice, error) {
	return engine.New(engine.Parts{Retrievers: []engine.Retriever{holding(&engine.Paper{ID: "1"})}}), noticesOf(s.Indexes), nil
}

func noticesOf(texts []string) (notices []wire.Notice) {
	for _, text := range texts {
		notices = append(notices, wire.Notice{Text: text})
	}
	return notices
}

func TestAnEditorThatNeverSendsItsSettingsGetsAnswers(t *testing.T) {
	silent := func(ctx context.Context) (json.RawMessage, error) {
		<-t.Context().Done()
		return nil, t.Context().Err()
	}
	p := playAsked(t, Options{Openers: backend.Openers{Engine: openNothing}, editorPatience: time.Nanosecond}, silent)
	if got := askStatus(t, p); got.Engine != "plain" {
		t.Errorf("%+v", got)
	}
}

func TestSettingsThatComeLateAreTaken(t *testing.T) {
	release := make(chan struct{})
	late := func(context.Context) (json.RawMessage, error) {
		<-release
		return json.RawMessage(`{"indexes": ["/late"]}`), nil
	}
	p := playAsked(t, Options{Openers: backend.Openers{Engine: openNothing}, editorPatience: time.Nanosecond}, late)
	if got := askStatus(t, p); slices.Contains(got.Indexes, "/late") {
		t.Errorf("%+v", got)
	}
	close(release)
	for !slices.Equal(askStatus(t, p).Notes, []string{"/late"}) { // if this never happens, the deadline ends the test
		time.Sleep(time.Millisecond)
	}
}

func TestOfTwoChangesOfSettingsTheNewerStays(t *testing.T) {
	older, release := make(chan struct{}), make(chan struct{})
	asked := 0
	configure := func(context.Context) (json.RawMessage, error) {
		switch asked++; asked {
		case 2:
			close(older)
			<-release
			return json.RawMessage(`{"indexes": ["/older"]}`), nil
		case 3:
			return json.RawMessage(`{"indexes": ["/newer"]}`), nil
		}
		return nil, nil
	}
	p := playAsked(t, Options{Openers: backend.Openers{Engine: openNothing}}, configure)
	askStatus(t, p)
	changeSettings(t, p, `null`)
	<-older
	changeSettings(t, p, `null`)
	for i := range 200 {
		if got := askStatus(t, p); !slices.Equal(got.Indexes, []string{"/newer"}) || !slices.Equal(got.Notes, got.Indexes) {
			t.Fatalf("after %d answers: %+v", i, got)
		}
		if i == 0 {
			close(release)
		}
	}
}

func TestAnEngineOfOlderSettingsAnswersNothing(t *testing.T) {
	opened := make(chan string, 9)
	open := func(ctx context.Context, s config.Settings) (*engine.Engine, []wire.Notice, error) {
		opened <- s.Indexes[0]
		if s.Indexes[0] == "/slow" {
			<-ctx.Done()
			return nil, nil, ctx.Err()
		}
		return openNothing(ctx, s)
	}
	t.Setenv("SCILIT_INDEX", "/first")
	p, err := play(t.Context(), Options{Openers: backend.Openers{Engine: open}}, json.RawMessage(`{}`), json.RawMessage(`{}`), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	<-opened
	changeSettings(t, p, `{"indexes": ["/slow"]}`)
	<-opened
	status := make(chan statusResult)
	go func() { status <- askStatus(t, p) }()
	changeSettings(t, p, `{"indexes": ["/quick"]}`)
	if got := <-status; got.Problem != "" {
		t.Errorf("%+v", got)
	}
	if got := askStatus(t, p); !slices.Equal(got.Notes, []string{"/quick"}) {
		t.Errorf("%+v", got)
	}
	if told := p.Heard(); strings.Contains(strings.Join(told, ""), "context canceled") {
		t.Errorf("told %q", told)
	}
}

func TestAnEngineIsClosedWhenItsLastUserIsDone(t *testing.T) {
	searching, release := make(chan struct{}), make(chan struct{})
	indexes := []closable{{closed: make(chan struct{})}, {closed: make(chan struct{})}}
	indexes[0].prefetch = func(context.Context, engine.Request) (engine.Result, error) {
		close(searching)
		<-release
		return engine.Result{}, nil
	}
	opened := -1
	open := func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error) {
		opened++
		return engine.New(engine.Parts{Retrievers: []engine.Retriever{indexes[opened]}}), nil, nil
	}
	p, path := playOpened(t, open)
	answered := make(chan struct{})
	go func() {
		p.Hover(t.Context(), path, strings.Index(sampleText, "scilit"))
		close(answered)
	}()
	<-searching
	changeSettings(t, p, `null`)
	askStatus(t, p)
	select {
	case <-indexes[0].closed:
		t.Error("closed while it was searched")
	default:
	}
	close(release)
	<-answered
	<-indexes[0].closed
	if err := p.Close(t.Context()); err != nil {
		t.Error(err)
	}
	<-indexes[1].closed
}

func playOpened(t *testing.T, open func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error)) (p *player, path string) {
	t.Helper()
	p, err := play(t.Context(), Options{Openers: backend.Openers{Engine: open}}, json.RawMessage(`{}`), json.RawMessage(`{}`), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "main.md")
	if err := p.Open(t.Context(), path, "markdown", sampleText); err != nil {
		t.Fatal(err)
	}
	return p, path
}

// mappings counts the memory-mapped index files of a process.
func mappings(t *testing.T, pid int) int {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", pid))
	if err != nil {
		t.Skip("no list of mappings here")
	}
	return strings.Count(string(raw), indexFolder)
}

func TestSettingsThatChangeOftenLeaveNoMappings(t *testing.T) {
	p, cmd := startServer(t)
	initialize(t, p, demoCapabilities)
	askStatus(t, p)
	before := mappings(t, cmd.Process.Pid)
	for range 25 {
		changeSettings(t, p, `null`)
		askStatus(t, p)
	}
	// the index is closed in the background; if it stays open, the deadline ends the test
	for mappings(t, cmd.Process.Pid) > before {
		time.Sleep(time.Millisecond)
	}
	if before == 0 {
		t.Error("no file of the index is mapped")
	}
}

// The search by embedding runs concurrently with the search by words and must not see its terms.
func TestASearchByMeaningIsNotTheOneByWords(t *testing.T) {
	byMeaning := make(chan bool, 1000)
	index := holding(&engine.Paper{ID: "1", Title: "Max pooling", Year: 2002})
	found := index.prefetch
	index.prefetch = func(ctx context.Context, req engine.Request) (engine.Result, error) {
		byMeaning <- req.Expr == nil
		return found(ctx, req)
	}
	p, path := playSample(t, `{}`, index)
	const rounds = 100
	for i := range rounds {
		text := fmt.Sprintf("Sentence %d is about pooling [@pooling].", i)
		if err := p.Open(t.Context(), path, "markdown", text); err != nil {
			t.Fatal(err)
		}
		p.offered(t, path, strings.Index(text, "]"))
	}
	count := 0
	for range len(byMeaning) {
		if <-byMeaning {
			count++
		}
	}
	if count != rounds {
		t.Errorf("%d of %d sentences were looked for by their meaning", count, rounds)
	}
}
