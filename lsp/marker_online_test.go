package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/literature"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/online/onlinetest"
	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
)

// worldOf starts a server that replaces the online sources. Its responses come from a marker file.
func worldOf(t *testing.T, routes string) *onlinetest.World {
	var hosts []string
	for _, name := range sources.Names() {
		hosts = append(hosts, sources.HostsOf(name)...)
	}
	w := onlinetest.New(t, hosts...)
	w.Routes(routes)
	return w
}

// answering makes the editor answer questions with the flags' answers, in order. asked returns the
// questions so far.
func answering(p *player, flags markerFlags) (asked func() string) {
	var questions strings.Builder
	left := slices.Clone(flags.Answers)
	if len(left) > 0 || flags.Answer == "" {
		p.Pick = func(titles []string) int {
			fmt.Fprintf(&questions, "%s\n", p.Question)
			for _, title := range titles {
				fmt.Fprintf(&questions, "    %s\n", title)
			}
			if len(left) == 0 {
				return -1
			}
			answer := left[0]
			left = left[1:]
			return slices.IndexFunc(titles, func(title string) bool { return strings.HasPrefix(title, answer) })
		}
	}
	return questions.String
}

// shownAnswer formats the result of an online search, without durations.
func shownAnswer(t *testing.T, fields map[string]json.RawMessage) string {
	var a wire.OnlineAnswer
	raw, err := json.Marshal(fields)
	if err := errors.Join(err, json.Unmarshal(raw, &a)); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, step := range a.Steps {
		fmt.Fprintln(&b, show.Step(step))
	}
	for _, p := range a.Papers {
		fmt.Fprintf(&b, "%s [%s] %s%s\n", show.OnlineLabel(p), p.ID, p.How, p.Reason)
	}
	return b.String()
}

// showOnline adds the sections with the questions, the messages and the sent requests.
func showOnline(p *player, w *onlinetest.World, asked string, got map[string]string) {
	add := func(section, text string) {
		if text = strings.TrimSpace(text); text != "" {
			got[section] = text + "\n"
		}
	}
	add("questions", asked)
	if got["messages"] == "" {
		add("messages", strings.Join(p.Heard(), "\n"))
	}
	var sent []string
	for _, request := range w.Requests() {
		if plain, err := url.QueryUnescape(request); err == nil {
			request = plain
		}
		sent = append(sent, request)
	}
	slices.Sort(sent)
	add("sent", strings.Join(sent, "\n"))
}

// onlineOpeners returns openers that use a world's responses. The engine searches the papers found
// there and, unless words is true, the demo's index.
func onlineOpeners(t *testing.T, w *onlinetest.World, words bool) backend.Openers {
	t.Setenv("SCILIT_CACHE", t.TempDir())
	wiring := &backend.Builder{}
	found, err := wiring.Found(config.Default())
	// create the corpus now, so that no server is still creating it when the test ends
	if err := errors.Join(err, found.Ensure(t.Context())); err != nil {
		t.Fatal(err)
	}
	opener := literature.Opener{Builder: wiring, Version: "test", StandIn: w.Addr(), Roots: w.Roots}
	return backend.Openers{Literature: opener.Open, Engine: func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error) {
		folders := []string{found.Dir()}
		if !words {
			if err := buildOnce(); err != nil {
				return nil, nil, err
			}
			folders = append(folders, indexFolder)
		}
		var retrievers []engine.Retriever
		for _, folder := range folders {
			x, err := index.Open(folder)
			if err != nil {
				return nil, nil, err
			}
			retrievers = append(retrievers, x)
		}
		return engine.New(engine.Parts{Retrievers: retrievers}), nil, nil
	}}
}
