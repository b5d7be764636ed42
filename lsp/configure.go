package lsp

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
)

// configuration merges the user's, the workspace's and the editor's settings and
// opens the engine that they describe.
type configuration struct {
	*session
	consent     *consent
	diagnostics *diagnostics
	latest      reconfiguration

	mu       sync.Mutex
	refused  []config.Refusal // workspace keys that are not in force
	problems []wire.Notice    // invalid settings
	initial  []config.Layer   // settings that the editor sent without a request
}

// load reads the files of settings and merges the editor's settings over them.
func (s *configuration) load(fromEditor ...config.Layer) config.Loaded {
	loaded := config.Load(config.Sources{Roots: s.files.Roots(), Editor: fromEditor, Trust: s.opts.Trust})
	s.setSettings(loaded.Settings)
	s.mu.Lock()
	s.refused, s.problems, s.initial = loaded.Refused, backend.SettingNotices(loaded.Problems), fromEditor
	s.mu.Unlock()
	s.files.SetBibRules(workspace.RulesOf(loaded, s.opts.Trust))
	return loaded
}

// editorPatience bounds the wait for the editor's settings; after it the other
// settings take effect.
const editorPatience = 2 * time.Second

// A reconfiguration is cancelled by the next one, so that the newest settings win.
type reconfiguration struct {
	mu     sync.Mutex // held while settings are applied
	latest sync.Mutex // guards cancel
	cancel context.CancelFunc
}

// begin cancels the previous reconfiguration. The next one cancels the returned
// context.
func (r *reconfiguration) begin(ctx context.Context) context.Context {
	r.latest.Lock()
	defer r.latest.Unlock()
	if r.cancel != nil {
		r.cancel()
	}
	ctx, r.cancel = context.WithCancel(ctx)
	return ctx
}

// restart must be called in the order in which settings change. Requests wait for
// the new settings from then on.
func (s *configuration) restart(then func()) {
	ctx := s.latest.begin(s.ctx)
	s.engines.Expect()
	s.goSafe("settings", func() {
		s.update(ctx)
		then()
	})
}

// update queries the editor for its settings if it supports that. If the reply is
// late, the other settings take effect first and the editor's follow.
func (s *configuration) update(ctx context.Context) {
	if !s.caps.configuration {
		s.take(ctx, s.given()...)
		return
	}
	answer := make(chan []config.Layer, 1)
	s.goSafe("settings", func() { answer <- s.query(ctx) })
	timer := time.NewTimer(s.opts.editorPatience)
	defer timer.Stop()
	select {
	case layers := <-answer:
		s.take(ctx, layers...)
		return
	case <-timer.C:
		s.opts.Log.Warn("the editor does not answer workspace/configuration: its settings apply once it does")
		s.take(ctx, s.given()...)
	case <-ctx.Done():
		return
	}
	select {
	case layers := <-answer:
		s.take(ctx, layers...)
	case <-ctx.Done():
	}
}

// given returns the settings that the editor sent without a request.
func (s *configuration) given() []config.Layer {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.initial[:min(1, len(s.initial))])
}

// query returns the settings that the editor sent and those of its reply.
func (s *configuration) query(ctx context.Context) []config.Layer {
	layers := s.given()
	values, err := s.client.Configuration(
		ctx, &protocol.ConfigurationParams{Items: []protocol.ConfigurationItem{{Section: ptr("scilit")}}},
	)
	if err != nil && ctx.Err() == nil {
		s.opts.Log.Warn("the editor's settings cannot be read", "error", err)
	}
	if err == nil && len(values) == 1 {
		layers = append(layers, config.Layer{JSON: values[0], Project: s.projectSettings})
	}
	return layers
}

// take applies settings, reports invalid ones and opens the engine, unless newer
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
	s.keeper.Hold(library) // before a status request can see its index
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

// changed applies the settings of a notification. Editors that can be queried send
// it without a value.
func (s *configuration) changed(settings protocol.LSPAny) {
	if !s.caps.configuration {
		s.mu.Lock()
		s.initial = []config.Layer{{JSON: settings, Shared: true, Project: s.projectSettings}}
		s.mu.Unlock()
	}
	s.reload()
}

// reload reads and applies all settings again.
func (s *configuration) reload() {
	s.restart(func() { s.diagnostics.scheduleOpen(isAny) })
}
