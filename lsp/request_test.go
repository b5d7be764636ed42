package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	scilit "github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// askMethod calls one of the server's own methods, applies the returned edit and
// returns the rest of the reply.
func askMethod(t *testing.T, p *player, flags markerFlags, path string, offset int) string {
	params := map[string]any{
		"textDocument": map[string]any{"uri": uri.File(path), "version": p.Files[path].Version}, "position": p.Point(path, offset).Start,
		"range": p.Point(path, offset),
	}
	for _, question := range flags.Asked {
		params["question"] = question
		if err := p.Call(t.Context(), scilit.MethodAsk, params, nil); err != nil {
			t.Fatal(err)
		}
	}
	for name, value := range flags.Params {
		params[name] = value
	}
	var answer map[string]json.RawMessage
	if err := p.Call(t.Context(), flags.Method, params, &answer); err != nil {
		return err.Error() + "\n"
	}
	if _, ok := answer["steps"]; ok {
		return shownAnswer(t, answer)
	}
	if _, ok := answer["sentences"]; ok {
		return shownAsked(t, answer)
	}
	// these fields change with the weights of the router
	for _, routed := range []string{"discipline", "confidence", "reasoning"} {
		delete(answer, routed)
	}
	if raw, ok := answer["edit"]; ok {
		var edit protocol.WorkspaceEdit
		if err := scilit.Unmarshal(raw, &edit); err != nil {
			t.Fatal(err)
		}
		if err := p.Apply(edit); err != nil {
			t.Fatal(err)
		}
		delete(answer, "edit")
	}
	return indentedJSON(t, answer, filepath.Dir(path))
}

// shownAsked returns an answer as sentences with the names of their papers, since
// numbers and scores of passages change with the weights.
func shownAsked(t *testing.T, fields map[string]json.RawMessage) string {
	var a askResult
	raw, err := json.Marshal(fields)
	if err := errors.Join(err, json.Unmarshal(raw, &a)); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "turn %d by %s of %q, said: %v\n", a.Turn, a.By, a.Searched, a.Answered)
	for _, s := range a.Sentences {
		p := a.Passages[s.Passages[0]-1]
		fmt.Fprintf(&b, "“%s” [%s, %s, %s]\n", s.Text, p.Byline, p.Section, p.ID)
	}
	if !a.Answered {
		fmt.Fprintln(&b, a.Text)
	}
	return b.String()
}

// indentedJSON replaces the names of temporary folders.
func indentedJSON(t *testing.T, answer any, folder string) string {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(answer); err != nil {
		t.Fatal(err)
	}
	return strings.NewReplacer(folder, "$WORKSPACE", indexFolder, "$INDEX").Replace(out.String())
}

func TestAStatusTellsWhatIsMissing(t *testing.T) {
	p, _ := playSample(t, demoCapabilities)
	got := askStatus(t, p)
	if got.Engine != "none" || !strings.Contains(got.Problem, "index build") {
		t.Errorf("got %+v", got)
	}
}

// An unreadable index is reported even if the library, though empty, could be searched.
func TestAStatusNamesTheIndexThatCannotBeRead(t *testing.T) {
	nowhere := filepath.Join(t.TempDir(), "nowhere") + " contains no index"
	open := func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error) {
		return engine.New(engine.Parts{Retrievers: []engine.Retriever{holding()}}), []wire.Notice{{Text: "searching with the plain engine instead of the neural one: no models"}, {Code: wire.NoticeIndex, Text: nowhere}}, nil
	}
	p, err := play(t.Context(), Options{Openers: backend.Openers{Engine: open}}, json.RawMessage(demoCapabilities), json.RawMessage(`{}`), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if got := askStatus(t, p); got.Engine != "none" || got.Problem != nowhere {
		t.Errorf("got %+v", got)
	}
}

func TestADraftForATextThatChangedMeanwhileIsRefused(t *testing.T) {
	p, path := playSample(t, demoCapabilities, holding(&engine.Paper{ID: "1", Title: "Max pooling", Year: 2002}))
	params := map[string]any{"textDocument": map[string]any{"uri": uri.File(path), "version": 7}, "position": p.Point(path, cursor).Start, "paper": "1"}
	if err := p.Call(t.Context(), scilit.MethodDraft, params, nil); code(err) != protocol.CodeContentModified {
		t.Errorf("got %v", err)
	}
}

func TestPagesOfPapersContinueEachOther(t *testing.T) {
	var papers []*engine.Paper
	for i := range 30 {
		papers = append(papers, &engine.Paper{ID: string(rune('a' + i)), Title: "Max pooling " + strings.Repeat("x", i)})
	}
	p, path := playSample(t, demoCapabilities, holding(papers...))
	page := func(offset, limit int) (ids []string) {
		var got discoverResult
		params := map[string]any{"textDocument": map[string]any{"uri": uri.File(path)}, "position": p.Point(path, cursor).Start, "offset": offset, "limit": limit}
		if err := p.Call(t.Context(), scilit.MethodDiscover, params, &got); err != nil || got.Total != 30 {
			t.Fatal(got.Total, err)
		}
		for _, paper := range got.Papers {
			ids = append(ids, paper.ID)
		}
		return ids
	}
	all := append(page(0, 0), append(page(10, 15), page(25, 10)...)...)
	if got, want := strings.Join(all, " "), strings.Join(page(0, 100), " "); got != want || len(all) != 30 {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if past := page(30, 10); len(past) != 0 {
		t.Errorf("behind the last: %v", past)
	}
}

func TestALookUpByNameListsItsCorpora(t *testing.T) {
	p, path := playSample(t, demoCapabilities, holding(baker))
	var got discoverResult
	params := map[string]any{"textDocument": map[string]any{"uri": uri.File(path)}, "position": p.Point(path, cursor).Start, "named": baker.Title}
	if err := p.Call(t.Context(), scilit.MethodDiscover, params, &got); err != nil {
		t.Fatal(err)
	}
	want := engine.Coverage{{Corpus: "fake", Outcome: engine.OutcomeAnswered}}
	if !slices.Equal(got.Coverage, want) {
		t.Errorf("got %+v", got.Coverage)
	}
}

func TestAMethodSaysWhatIsWrongWithItsParameters(t *testing.T) {
	p, path := playSample(t, demoCapabilities, holding())
	for params, want := range map[string]string{
		`{"offset": "two"}`: "scilit/discover: json: cannot unmarshal",
		`{"textDocument": {"uri": "file:///elsewhere.md"}}`:                        "file:///elsewhere.md is not open",
		`{"textDocument": {"uri": "` + string(uri.File(path)) + `"}, "offset":-1}`: "the offset is -1 and the limit is 10, but neither may be negative",
	} {
		if err := p.Call(t.Context(), scilit.MethodDiscover, json.RawMessage(params), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v", params, err)
		}
	}
	if err := p.Call(t.Context(), "scilit/elsewhere", struct{}{}, nil); err == nil || !strings.Contains(err.Error(), "scilit/elsewhere") {
		t.Errorf("got %v", err)
	}
}

func TestAStatusBehindAChangeOfSettingsIsThatOfTheNewOnes(t *testing.T) {
	release := make(chan struct{})
	opened := 0
	open := func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error) {
		if opened++; opened > 1 {
			<-release
		}
		return engine.New(engine.Parts{Retrievers: []engine.Retriever{holding()}}), []wire.Notice{{Text: strings.Repeat("I", opened)}}, nil
	}
	p, err := play(t.Context(), Options{Openers: backend.Openers{Engine: open}}, json.RawMessage(demoCapabilities), json.RawMessage(`{}`), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if got := askStatus(t, p); got.Notes[0] != "I" {
		t.Fatalf("got %+v", got)
	}
	if err := p.Conn.Notify(t.Context(), protocol.MethodWorkspaceDidChangeConfiguration, map[string]any{"settings": nil}); err != nil {
		t.Fatal(err)
	}
	go close(release)
	if got := askStatus(t, p); got.Notes[0] != "II" {
		t.Errorf("got %+v", got)
	}
}

func askStatus(t *testing.T, p *player) (got statusResult) {
	t.Helper()
	if err := p.Call(t.Context(), scilit.MethodStatus, struct{}{}, &got); err != nil {
		t.Fatal(err)
	}
	return got
}

func TestTooMuchTextToSearchByIsRefused(t *testing.T) {
	p, path := playSample(t, demoCapabilities, holding(baker))
	params := map[string]any{
		"textDocument": map[string]any{"uri": uri.File(path)}, "position": p.Point(path, cursor).Start, "text": strings.Repeat("Pooling helps. ", maxText),
	}
	if err := p.Call(t.Context(), scilit.MethodDiscover, params, nil); err == nil || !strings.Contains(err.Error(), "the text is") {
		t.Errorf("got %v", err)
	}
}

// With quiet set, the editor receives the list and shows no message.
func TestUncitedEntriesAreListedQuietly(t *testing.T) {
	p, path := playSample(t, demoCapabilities, holding(baker))
	argument := map[string]any{"textDocument": map[string]any{"uri": uri.File(path)}, "quiet": true}
	var found []uncitedEntry
	if err := p.Call(t.Context(), protocol.MethodWorkspaceExecuteCommand, map[string]any{"command": commandUncited, "arguments": []any{argument}}, &found); err != nil {
		t.Fatal(err)
	}
	if told := p.Heard(); len(told) > 0 {
		t.Errorf("told %q", told)
	}
}
