package lsp

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// configure reads the files of settings and puts the editor's over them.
func (s *server) configure(fromEditor ...config.Layer) config.Loaded {
	loaded := config.Load(config.Sources{Roots: s.files.Roots(), Editor: fromEditor, Trust: s.opts.Trust})
	s.mu.Lock()
	s.settings, s.refused, s.wrong = loaded.Settings, loaded.Refused, app.SettingNotices(loaded.Problems)
	s.initial = fromEditor
	s.mu.Unlock()
	s.files.SetBibRules(workspace.RulesOf(loaded, s.opts.Trust))
	return loaded
}

// editorPatience is how long the editor's settings are waited for until the
// others are taken into force without them.
const editorPatience = 2 * time.Second

// A reconfiguration under way ends when the next one begins, so that the newest
// settings are those that stay.
type reconfiguration struct {
	mu     sync.Mutex // held while settings are taken into force
	latest sync.Mutex // guards cancel
	cancel context.CancelFunc
}

// begin ends the reconfiguration before; the context ends with the next one.
func (r *reconfiguration) begin(ctx context.Context) context.Context {
	r.latest.Lock()
	defer r.latest.Unlock()
	if r.cancel != nil {
		r.cancel()
	}
	ctx, r.cancel = context.WithCancel(ctx)
	return ctx
}

// startReconfiguration is called in the order in which settings change. What is
// asked from now on is answered under the new ones.
func (s *server) startReconfiguration(then func()) {
	ctx := s.reconfiguring.begin(s.ctx)
	s.engines.Expect()
	s.goSafe("settings", func() {
		s.reconfigure(ctx)
		then()
	})
}

// reconfigure asks the editor for its settings where it can be asked. One that
// takes long is answered under the settings known by then, and under its own
// once it sent them.
func (s *server) reconfigure(ctx context.Context) {
	if !s.caps.configuration {
		s.takeSettings(ctx, s.givenSettings()...)
		return
	}
	answer := make(chan []config.Layer, 1)
	s.goSafe("settings", func() { answer <- s.askSettings(ctx) })
	timer := time.NewTimer(s.opts.editorPatience)
	defer timer.Stop()
	select {
	case layers := <-answer:
		s.takeSettings(ctx, layers...)
		return
	case <-timer.C:
		s.opts.Log.Warn("the editor does not answer workspace/configuration: its settings are in force once it does")
		s.takeSettings(ctx, s.givenSettings()...)
	case <-ctx.Done():
		return
	}
	select {
	case layers := <-answer:
		s.takeSettings(ctx, layers...)
	case <-ctx.Done():
	}
}

// givenSettings are those that the editor sent by itself.
func (s *server) givenSettings() []config.Layer {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.initial[:min(1, len(s.initial))])
}

// askSettings returns what the editor sent by itself and what it answers.
func (s *server) askSettings(ctx context.Context) []config.Layer {
	layers := s.givenSettings()
	values, err := s.client.Configuration(ctx, &protocol.ConfigurationParams{Items: []protocol.ConfigurationItem{{Section: ptr("scilit")}}})
	if err != nil && ctx.Err() == nil {
		s.opts.Log.Warn("the editor's settings cannot be read", "error", err)
	}
	if err == nil && len(values) == 1 {
		layers = append(layers, config.Layer{JSON: values[0], Project: s.projectSettings})
	}
	return layers
}

// takeSettings puts settings into force, says what is wrong with them, and opens
// the engine they describe, unless newer ones have come.
func (s *server) takeSettings(ctx context.Context, layers ...config.Layer) {
	s.reconfiguring.mu.Lock()
	defer s.reconfiguring.mu.Unlock()
	if ctx.Err() != nil {
		return
	}
	loaded := s.configure(layers...)
	for _, n := range app.SettingNotices(loaded.Problems) {
		s.warnOf(ctx, n)
	}
	s.goSafe("trust", func() { s.askTrust(s.ctx, loaded.Refused) })
	settings := loaded.Settings
	library := s.openLibrary(ctx, settings)
	if library != nil {
		settings.Indexes, settings.Library.Index = append(slices.Clone(settings.Indexes), library.Dir()), library.Dir()
	}
	s.keeper.Hold(library) // before a status can see its index
	opened := s.engines.Start(ctx, settings)
	select {
	case <-opened.Done:
	case <-ctx.Done():
		return
	}
	s.warnOfOnce(ctx, opened.Notices...)
	if opened.Err != nil {
		s.warnOf(ctx, app.Nothing(opened.Err).Notice)
	}
	s.keeper.Keep(s.ctx, library, time.Duration(settings.Library.Every)*time.Minute)
}

// DidChangeConfiguration takes new settings into force.
func (s *server) DidChangeConfiguration(_ context.Context, p *protocol.DidChangeConfigurationParams) error {
	if !s.caps.configuration {
		s.mu.Lock()
		s.initial = []config.Layer{{JSON: p.Settings, Shared: true, Project: s.projectSettings}}
		s.mu.Unlock()
	}
	s.reload()
	return nil
}

// reload takes all settings into force again.
func (s *server) reload() {
	s.startReconfiguration(func() { s.diagnoseOpen(isAny) })
}
