package lsp

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/chat"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/complete"
	"github.com/scilit-lsp/scilit-lsp/lsp/diagnose"
	"github.com/scilit-lsp/scilit-lsp/lsp/internal/rpc"
	"github.com/scilit-lsp/scilit-lsp/lsp/lookup"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// Options are what a server is started with.
type Options struct {
	app.Openers
	// Trust remembers which files of a workspace the user trusts; nil remembers
	// until the server ends.
	Trust *config.Trust
	// MakeRoom is called with how many bytes of memory the .bib files take, beside
	// all else, whenever that changes; may be nil.
	MakeRoom func(bytes int64)
	Log      *slog.Logger // nil logs nothing
	Version  string

	editorPatience time.Duration // see there
}

// Serve runs a server over stream until the editor ends it. The error is not
// nil where the editor left without shutdown.
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
	conn := rpc.Dial(stream)
	s := &server{
		opts: opts, ctx: ctx, stop: cancel,
		window: newWindow(conn, opts.Log),
		files:  workspace.New(), pending: make(map[string]*diagnosis), settings: config.Default(), edits: newEditCache(),
		compared: diagnose.NewReferences(),
		engines:  app.NewEngines(opts.Engine),
		activity: rpc.NewActivity(), conversations: chat.New(),
	}
	s.completer = complete.New(ctx, complete.Options{
		Files: s.files, Engines: s.engines, Titles: opts.Titles, Manuscript: func(ctx context.Context, d *workspace.Document) engine.Manuscript {
			return cite.ManuscriptOf(ctx, s.files, d)
		},
		MakeRoom: opts.MakeRoom, Go: s.goSafe, Log: opts.Log, Patience: indexPatience,
	})
	s.writer = &cite.Writer{Files: s.files, Engines: s.engines, Drafts: &s.drafts, Settings: s.currentSettings, Host: citeHost{s}}
	s.asker = app.NewAsker(s.engines, s.currentSettings, nil)
	s.desk = lookup.New(lookup.Options{
		Open: opts.Literature, Settings: s.currentSettings, TakeTurn: s.takeTurn, MaySend: s.maySend,
		Learnt: func() { s.diagnoseOpen((*workspace.Document).IsBib) },
	})
	s.keeper = app.NewKeeper(libraryView{s})
	defer s.engines.Close()
	return rpc.Serve(ctx, conn, s, s.activity, opts.Log)
}

// server answers the editor.
type server struct {
	window
	dialect

	opts Options
	ctx  context.Context // of the connection: for work that outlives a request
	stop context.CancelFunc

	texlab bool // runs beside, as far as the editor knows; fixed like caps
	// projectSettings is the file of the workspace that the editor takes its
	// settings from, "" where they are the user's; fixed like caps.
	projectSettings string

	mu       sync.Mutex
	pending  map[string]*diagnosis // by URI
	settings config.Settings
	refused  []config.Refusal // keys of the workspace that do not count
	wrong    []app.Notice     // what is wrong with the settings
	initial  []config.Layer   // settings that the editor sent by itself

	reconfiguring reconfiguration

	engines  *app.Engines
	files    *workspace.Workspace
	keeper   *app.Keeper
	activity *rpc.Activity
	edits    *editCache
	drafts   app.Drafts
	compared *diagnose.References

	diagnosing sync.Mutex // held while a file is looked at
	progress   progressTokens

	completer *complete.Completer
	writer    *cite.Writer
	desk      *lookup.Desk

	asker         app.Asker
	conversations *chat.Conversations
}

// releaseOrder ends the ordered part of a request: what it needs of the documents was
// taken, and what follows may run beside other requests.
func releaseOrder(ctx context.Context) { rpc.Release(ctx) }

// goSafe starts work that belongs to no request.
func (s *server) goSafe(name string, work func()) { go s.safely(name, work) }

// safely logs a panic in work that belongs to no request, which ends nothing
// else (invariant 6).
func (s *server) safely(name string, work func()) {
	defer func() {
		if r := recover(); r != nil {
			s.opts.Log.Error("panic", "in", name, "value", fmt.Sprint(r), "stack", string(debug.Stack()))
		}
	}()
	work()
}

func (s *server) currentSettings() config.Settings {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.settings
}
