package server_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
	"github.com/scilit-lsp/scilit-lsp/server"
	"github.com/scilit-lsp/scilit-lsp/server/page"
)

// A lyingCorpus answers searches, but gets its records from a function of the test.
type lyingCorpus struct {
	*memory.Corpus
	papers func(context.Context, []engine.WorkRef) ([]*engine.Paper, error)
}

func (c lyingCorpus) Papers(ctx context.Context, refs []engine.WorkRef) ([]*engine.Paper, error) {
	return c.papers(ctx, refs)
}

// direct is a transport that calls a handler.
type direct struct{ http.Handler }

func (d direct) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	d.ServeHTTP(w, r)
	return w.Result(), nil
}

// irons returns n papers about iron.
func irons(prefix string, n int) (all []*engine.Paper) {
	for i := range n {
		title := fmt.Sprintf("%s study%d of iron", prefix, i)
		all = append(all, &engine.Paper{
			ID: fmt.Sprint(prefix, i), Title: title, Abstract: "We show that iron " + strings.Repeat("and iron ", 20-i) + "is rare.",
			Year: 2000 + i, Authors: []engine.Author{{Family: prefix}},
		})
	}
	return all
}

// If a corpus finds papers and then stalls, the request times out, and the page reports it.
func TestAPageSaysThatItTookTooLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := doorOver(t, 100*time.Hour, lyingCorpus{memory.New("m:1", "bad", irons("Bad", 12)...), stall})
		got := d.ask(t, "GET", "/?text="+url.QueryEscape("There is iron."), "", "Accept", "text/html")
		if got.StatusCode != http.StatusGatewayTimeout || !strings.Contains(got.body, "The request timed out.") {
			t.Errorf("%d %.300s", got.StatusCode, got.body)
		}
	})
}

func stall(ctx context.Context, _ []engine.WorkRef) ([]*engine.Paper, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// doorOver returns a door that calls the server's handler directly, since a synctest bubble cannot
// track network connections. patience is the engine's time limit.
func doorOver(t *testing.T, patience time.Duration, retrievers ...engine.Retriever) door {
	engines := app.NewService(func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error) {
		return engine.New(engine.Parts{Retrievers: retrievers, Patience: patience}), nil, nil
	})
	engines.Start(t.Context(), config.Settings{})
	t.Cleanup(engines.Close)
	s, log := newServer(t, server.Options{Engines: engines, Page: page.New(page.Deps{Engines: engines, Notices: server.PublicNotices})})
	return door{"http://localhost", &http.Client{Transport: direct{s.Handler()}}, s, log}
}

// A corpus that returns wrong records loses only its own papers.
func TestOneCorpusSpoilsNoAnswer(t *testing.T) { synctest.Test(t, testSpoiledAnswers) }

func testSpoiledAnswers(t *testing.T) {
	for name, papers := range map[string]func(context.Context, []engine.WorkRef) ([]*engine.Paper, error){
		"fails": func(context.Context, []engine.WorkRef) ([]*engine.Paper, error) {
			return nil, errors.New("/srv/secret: the connection was reset")
		},
		"is silent":     stall,
		"gives too few": func(context.Context, []engine.WorkRef) ([]*engine.Paper, error) { return nil, nil },
		"gives too many": func(context.Context, []engine.WorkRef) ([]*engine.Paper, error) {
			return make([]*engine.Paper, 1000), nil
		},
		"gives others": func(_ context.Context, refs []engine.WorkRef) ([]*engine.Paper, error) {
			return irons("Mallory", len(refs)), nil
		},
	} {
		bad := lyingCorpus{memory.New("m:1", "bad", irons("Bad", 12)...), papers}
		good := memory.New("m:2", "good", irons("Good", 3)...)
		d := doorOver(t, 100*time.Millisecond, bad, good)
		for path, got := range map[string]reply{
			"API":  d.ask(t, "POST", "/v1/suggest", `{"text":"There is iron."}`),
			"page": d.ask(t, "GET", "/?text="+url.QueryEscape("There is iron."), "", "Accept", "text/html"),
		} {
			if got.StatusCode != 200 || strings.Contains(got.body, "/srv/secret") {
				t.Errorf("a corpus that %s: %s: %d %.300s", name, path, got.StatusCode, got.body)
			}
			failing := name == "fails" || name == "is silent"
			if failing && (strings.Contains(got.body, "Bad study") || !strings.Contains(got.body, "Good study2") || !strings.Contains(got.body, "bad")) {
				t.Errorf("a corpus that %s: %s: %s", name, path, got.body)
			}
		}
	}
}
