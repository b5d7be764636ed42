// Package lsp implements the language server. It translates between the Language Server Protocol
// and the engine.
//
// A request takes a snapshot of the document, whose manuscript is scanned once per version. The
// server builds a query from the sentences before the cursor and the directive, and the engine
// returns papers. The server then finds or creates the chosen paper's .bib entry. It replies with
// one WorkspaceEdit for the document and the .bib file.
//
// request.go lists the custom methods (scilit/*).
package lsp

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/complete"
	"github.com/scilit-lsp/scilit-lsp/lsp/internal/rpc"
	"github.com/scilit-lsp/scilit-lsp/lsp/lookup"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
)

// Options configure a server.
type Options struct {
	backend.Openers
	// Trust stores which workspace files the user trusts. If nil, decisions last until the server
	// exits.
	Trust *config.Trust
	// MakeRoom, if not nil, is called when the memory use of the .bib files may have changed. Its
	// argument is that memory use, in bytes.
	MakeRoom func(bytes int64)
	Log      *slog.Logger // nil disables logging
	Version  string

	editorPatience time.Duration // overrides the constant editorPatience in tests
}

// Serve runs a server on stream until the editor exits. It returns an error if the editor exits or
// disconnects without a shutdown request.
func Serve(ctx context.Context, stream io.ReadWriteCloser, opts Options) error {
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	if opts.Trust == nil {
		opts.Trust = config.NewTrust("")
	}
	opts.editorPatience = cmp.Or(opts.editorPatience, editorPatience)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := newServer(newSession(ctx, rpc.Dial(stream), opts))
	s.stop = cancel
	defer s.engines.Close()
	return rpc.Serve(ctx, s.conn, s, s.activity, opts.Log)
}

// server implements the protocol methods. Its parts share one session. Each part holds references
// to the parts that it calls.
type server struct {
	protocol.UnimplementedServer
	*session
	stop context.CancelFunc // makes Serve return

	completer     *complete.Completer
	consent       *consent
	edits         *edits
	online        *online
	growth        *growth
	diagnostics   *diagnostics
	configuration *configuration
	suggestions   *suggestions
	related       *relatedWork
	questions     *questions
}

func newServer(s *session) *server {
	ask := &consent{s}
	cache, _ := lru.New[editKey, cachedEdit](editCacheSize) // fails only for sizes below one
	change := &edits{session: s, consent: ask, cache: cache}
	web := &online{session: s, edits: change}
	findings := newDiagnostics(s, web)
	web.lookups = lookup.New(lookup.Options{
		Open: s.opts.Literature, Settings: s.currentSettings, TakeTurn: s.takeTurn, MaySend: s.maySend,
		Learnt: func() { findings.scheduleOpen((*workspace.Document).IsBib) },
	})
	configuration := &configuration{session: s, consent: ask, diagnostics: findings}
	grow := &growth{session: s, consent: ask, reopen: configuration.reload, shown: newTextSet()}
	return &server{
		session: s, consent: ask, edits: change, online: web, diagnostics: findings,
		configuration: configuration, growth: grow,
		suggestions: &suggestions{session: s, consent: ask, edits: change, online: web, growth: grow},
		related:     &relatedWork{session: s, edits: change},
		questions:   newQuestions(s, ask),
		completer:   newCompleter(s),
	}
}

func newCompleter(s *session) *complete.Completer {
	manuscript := func(ctx context.Context, d *workspace.Document) engine.Manuscript {
		return cite.ManuscriptOf(ctx, s.files, d)
	}
	return complete.New(s.ctx, complete.Options{
		Files: s.files, Engines: s.engines, Titles: s.opts.Titles, Manuscript: manuscript,
		MakeRoom: s.opts.MakeRoom, Go: s.goSafe, Log: s.opts.Log, Patience: indexPatience,
	})
}
