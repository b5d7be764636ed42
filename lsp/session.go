package lsp

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync/atomic"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/internal/rpc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/jsonrpc2"
)

// A session is the connection to one editor. It contains the window, files, engines and settings
// shared by all parts of the server.
type session struct {
	window
	dialect

	opts Options
	ctx  context.Context // context of the connection, for work that outlives a request

	// Initialize sets these fields; they do not change afterwards.
	texlab          bool   // the editor may run texlab alongside this server
	projectSettings string // the workspace file that supplies the editor's settings, or ""

	settings atomic.Pointer[config.Settings]

	files    *workspace.Workspace
	engines  *app.Service
	keeper   *backend.Keeper
	activity *rpc.Activity
	writer   *cite.Writer
	drafts   app.Drafts
	progress progressTokens
}

func newSession(ctx context.Context, conn jsonrpc2.Conn, opts Options) *session {
	s := &session{
		opts: opts, ctx: ctx, window: newWindow(conn, opts.Log),
		files: workspace.New(), engines: app.NewService(opts.Engine), activity: rpc.NewActivity(),
	}
	s.settings.Store(new(config.Default()))
	s.writer = &cite.Writer{
		Files: s.files, Engines: s.engines, Drafts: &s.drafts, Settings: s.currentSettings, Host: citeHost{s},
	}
	s.keeper = backend.NewKeeper(libraryView{s})
	return s
}

// releaseOrder lets the next requests start. The caller must already hold its snapshots of the
// documents.
func releaseOrder(ctx context.Context) { rpc.Release(ctx) }

// goSafe runs work that does not belong to a request in a goroutine.
func (s *session) goSafe(name string, work func()) { go s.safely(name, work) }

// safely runs work that does not belong to a request. It recovers from a panic and logs it, so that
// the server keeps running (invariant 6).
func (s *session) safely(name string, work func()) {
	defer func() {
		if r := recover(); r != nil {
			s.opts.Log.Error("panic", "in", name, "value", fmt.Sprint(r), "stack", string(debug.Stack()))
		}
	}()
	work()
}

func (s *session) currentSettings() config.Settings { return *s.settings.Load() }

// citeHost implements cite.Host by showing messages and progress in the editor.
type citeHost struct{ s *session }

func (h citeHost) WarnOnce(ctx context.Context, notes ...string) { h.s.warnOnce(ctx, notes...) }

func (h citeHost) WarnOf(ctx context.Context, notices ...wire.Notice) {
	h.s.warnOfOnce(ctx, notices...)
}

func (h citeHost) Go(name string, work func()) { h.s.goSafe(name, work) }

func (h citeHost) Working(ctx context.Context, title string) (context.Context, func(string)) {
	ctx, t := h.s.begun(ctx, nil, title)
	return ctx, t.end
}

// WarnOfBib warns once about each obstacle to editing a .bib file. A missing folder is not an
// obstacle if the server itself creates the file.
func (h citeHost) WarnOfBib(ctx context.Context, d *workspace.Document, path string) {
	if d.IsBib() {
		return
	}
	for _, obstacle := range h.s.files.Obstacles(ctx, d, path) {
		if h.s.caps.createFiles || !errors.Is(obstacle, workspace.ErrNoFolder) {
			h.s.warnOnce(ctx, files.Explain(obstacle))
		}
	}
}
