package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
)

// configuration merges the settings of the user, the workspace and the editor, and opens the engine
// with them.
type configuration struct {
	*session
	consent     *consent
	diagnostics *diagnostics
	latest      reconfiguration

	mu       sync.Mutex
	refused  []config.Refusal // workspace settings not applied because the user has not trusted them
	problems []wire.Notice    // invalid settings
	initial  []config.Layer   // settings that the editor sent without being asked
}

// load reads the settings files and merges the editor's settings into them, with precedence over
// the files.
func (s *configuration) load(fromEditor ...config.Layer) config.Loaded {
	loaded := config.Load(config.Sources{Roots: s.files.Roots(), Editor: fromEditor, Trust: s.opts.Trust})
	settings := loaded.Settings
	s.settings.Store(&settings)
	s.mu.Lock()
	s.refused, s.problems, s.initial = loaded.Refused, backend.SettingNotices(loaded.Problems), fromEditor
	s.mu.Unlock()
	s.files.SetBibRules(workspace.RulesOf(loaded, s.opts.Trust))
	return loaded
}

// editorPatience is the maximum time to wait for the editor's settings before the other settings
// are applied.
const editorPatience = 2 * time.Second

// A reconfiguration applies new settings. Starting another one cancels it, so that the latest
// settings win.
type reconfiguration struct {
	mu     sync.Mutex // held while settings are being applied
	latest sync.Mutex // guards cancel
	cancel context.CancelFunc
}

// begin cancels the previous reconfiguration. The next call cancels the returned context.
func (r *reconfiguration) begin(ctx context.Context) context.Context {
	r.latest.Lock()
	defer r.latest.Unlock()
	if r.cancel != nil {
		r.cancel()
	}
	ctx, r.cancel = context.WithCancel(ctx)
	return ctx
}

// restart applies changed settings and then calls then. Calls must be in the order of the changes.
// Requests that arrive later wait for the new settings.
func (s *configuration) restart(then func()) {
	ctx := s.latest.begin(s.ctx)
	s.engines.Expect()
	s.goSafe("settings", func() {
		s.update(ctx)
		then()
	})
}

// update requests the settings from the editor if it supports that. If the reply is late, the other
// settings are applied first.
func (s *configuration) update(ctx context.Context) {
	if !s.caps.configuration {
		s.take(ctx, s.given()...)
		return
	}
	answer := make(chan []config.Layer, 1)
	s.goSafe("settings", func() { answer <- s.query(ctx) })
	timer := time.NewTimer(s.opts.editorPatience)
	defer timer.Stop()
	for {
		select {
		case layers := <-answer:
			s.take(ctx, layers...)
			return
		case <-timer.C:
			s.opts.Log.Warn("the editor has not answered workspace/configuration yet: its settings take effect when it does")
			s.take(ctx, s.given()...)
		case <-ctx.Done():
			return
		}
	}
}

// given returns the settings that the editor sent without being asked.
func (s *configuration) given() []config.Layer {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.initial[:min(1, len(s.initial))])
}

// query requests the settings from the editor. It returns those that the editor sent earlier,
// followed by those in the reply.
func (s *configuration) query(ctx context.Context) []config.Layer {
	layers := s.given()
	values, err := s.client.Configuration(
		ctx, &protocol.ConfigurationParams{Items: []protocol.ConfigurationItem{{Section: new("scilit")}}},
	)
	if err != nil && ctx.Err() == nil {
		s.opts.Log.Warn("the editor's settings cannot be read", "error", err)
	}
	if err == nil && len(values) == 1 {
		layers = append(layers, config.Layer{JSON: values[0], Project: s.projectSettings})
	}
	return layers
}

// take applies settings, reports invalid ones and opens the engine. It does nothing if newer
// settings have arrived.
func (s *configuration) take(ctx context.Context, layers ...config.Layer) {
	s.latest.mu.Lock()
	defer s.latest.mu.Unlock()
	if ctx.Err() != nil {
		return
	}
	loaded := s.load(layers...)
	for _, n := range backend.SettingNotices(loaded.Problems) {
		s.warnOf(ctx, n)
	}
	s.goSafe("trust", func() { s.askTrust(s.ctx, loaded.Refused) })
	settings := loaded.Settings
	library := s.openLibrary(ctx, settings)
	if library != nil {
		settings.Indexes, settings.Library.Index = append(slices.Clone(settings.Indexes), library.Dir()), library.Dir()
	}
	s.keeper.Hold(library) // must precede any status request for the library's index
	opened := s.engines.Start(ctx, settings)
	select {
	case <-opened.Done:
	case <-ctx.Done():
		return
	}
	s.warnOfOnce(ctx, opened.Notices...)
	if opened.Err != nil {
		s.warnOf(ctx, backend.Unavailable(opened.Err).Notice)
	}
	s.keeper.Keep(s.ctx, library, time.Duration(settings.Library.Every)*time.Minute)
}

// DidChangeConfiguration applies changed settings.
func (s *server) DidChangeConfiguration(_ context.Context, p *protocol.DidChangeConfigurationParams) error {
	s.configuration.changed(p.Settings)
	return nil
}

// changed applies the settings in a notification. Editors that support workspace/configuration send
// the notification without settings.
func (s *configuration) changed(settings protocol.LSPAny) {
	if !s.caps.configuration {
		s.mu.Lock()
		s.initial = []config.Layer{{JSON: settings, Shared: true, Project: s.projectSettings}}
		s.mu.Unlock()
	}
	s.reload()
}

// reload reads all settings again and applies them.
func (s *configuration) reload() {
	s.restart(func() { s.diagnostics.scheduleOpen(isAny) })
}

// openLibrary opens the configured library. It returns nil if no library is configured. If the
// library cannot be opened, it also returns nil and shows the error to the user.
func (s *configuration) openLibrary(ctx context.Context, settings config.Settings) backend.Library {
	if s.opts.Library == nil {
		return nil
	}
	library, err := s.opts.Library(ctx, settings, s.files.Roots(), s.activity.WaitIdle)
	if err != nil && s.ctx.Err() == nil {
		s.warn(ctx, "your library is not searched: "+files.Explain(err))
	}
	return library
}

// markDirty marks a changed file so that the library reads it again. It ignores manuscripts.
func (s *session) markDirty(path string) {
	if workspace.MarkupOf(path, "") == nil {
		s.keeper.MarkDirty(path)
	}
}

// A libraryView shows progress while the library is indexed and logs its problems.
type libraryView struct{ s *session }

// Guard implements backend.LibraryView.
func (v libraryView) Guard(work func()) { v.s.safely("library", work) }

// Begin implements backend.LibraryView. The user can cancel the task.
func (v libraryView) Begin(
	ctx context.Context,
) (context.Context, func(engine.LibraryStep), func(engine.LibraryStatus)) {
	work, task := v.s.begun(ctx, nil, "Indexing your library")
	step := func(step engine.LibraryStep) {
		message := fmt.Sprintf(
			"file %d of %d: %s, %s", step.File, step.Files, filepath.Base(step.Path), text.Count(step.Papers, "paper"),
		)
		task.step(message, step.File-1, step.Files)
	}
	return work, step, func(status engine.LibraryStatus) { task.end(text.Count(status.Papers, "paper")) }
}

// Failed implements backend.LibraryView.
func (v libraryView) Failed(ctx context.Context, err error) {
	v.s.opts.Log.Warn("the library is not up to date", "error", err)
	v.s.logLine(ctx, "your library is not up to date: "+err.Error())
}

// Problem implements backend.LibraryView.
func (v libraryView) Problem(ctx context.Context, problem engine.LibraryProblem) {
	v.s.opts.Log.Warn("a problem with the library", "problem", text.Clean(problem.String()))
	v.s.logLine(ctx, "problem with your library: "+text.Clean(problem.String()))
}
