package server_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/retrievertest"
	"github.com/scilit-lsp/scilit-lsp/server"
)

// build builds an index of papers.
func build(t *testing.T, dir string, papers ...*engine.Paper) {
	t.Helper()
	all := func(yield func(*engine.Paper, error) bool) {
		for _, p := range papers {
			if !yield(p, nil) {
				return
			}
		}
	}
	if _, err := index.Build(t.Context(), index.BuildOptions{Dir: dir, Name: "few"}, all); err != nil {
		t.Fatal(err)
	}
}

// A changed index is searched immediately. A new index is found at the server's next check.
func TestIndexesAreSearchedAsTheyChange(t *testing.T) {
	dir, later := filepath.Join(t.TempDir(), "few"), filepath.Join(t.TempDir(), "later")
	papers := retrievertest.Papers()
	build(t, dir, papers[0])
	engines := app.NewService(func(ctx context.Context, s config.Settings) (*engine.Engine, []wire.Notice, error) {
		parts, notices, err := new(backend.Builder).Parts(ctx, s)
		return engine.New(parts), notices, err
	})
	t.Cleanup(engines.Close)
	settings := config.Default()
	settings.Indexes, settings.Engine = []string{dir, later}, "plain"
	renewer := backend.NewRenewer(t.Context(), engines.Engines, settings)
	d := open(t, server.Options{Engines: engines, Renewer: renewer})
	sees := func(want string) {
		t.Helper()
		if got := d.ask(t, "GET", "/v1/corpora", "").body; !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
	sees(`"papers":1`)
	build(t, dir, papers...)
	sees(`"papers":5`)
	if renewer.Look(t.Context()) != nil {
		t.Error("an engine is opened anew for what it sees by itself")
	}
	build(t, later, papers[0])
	if renewer.Look(t.Context()) == nil {
		t.Error("an index that came later is not seen")
	}
	sees(`"papers":1`)
	if renewer.Look(t.Context()) != nil {
		t.Error("an engine is opened anew without a change")
	}
}

func TestAServerIsReadyOnceSomethingCanBeSearched(t *testing.T) {
	engines := opened(t, filepath.Join(t.TempDir(), "none"))
	d := open(t, server.Options{Engines: engines})
	for path, status := range map[string]int{"/healthz": 200, "/readyz": 503} {
		if got := d.ask(t, "GET", path, ""); got.StatusCode != status {
			t.Errorf("%s: %d %s", path, got.StatusCode, got.body)
		}
	}
	got := d.ask(t, "POST", "/v1/suggest", ironQuestion)
	if got.problem() != "nothing" || got.StatusCode != 503 || strings.Contains(got.body, "none") || !strings.Contains(d.log.String(), "none") {
		t.Errorf("%d %s %s", got.StatusCode, got.body, d.log)
	}
}
