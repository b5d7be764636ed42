package lsp

import (
	"context"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// configure reads the files of settings and puts the editor's over them.
func (s *server) configure(fromEditor ...config.Layer) config.Loaded {
	loaded := config.Load(config.Sources{Roots: s.files.Roots(), Editor: fromEditor, Trust: s.opts.Trust})
	s.mu.Lock()
	s.settings, s.refused = loaded.Settings, loaded.Refused
	s.initial = fromEditor
	s.mu.Unlock()
	s.files.SetBibRules(workspace.RulesOf(loaded, s.opts.Trust))
	return loaded
}

// reconfigure asks the editor for its settings where it can be asked, tells
// the user what is wrong with them, and opens the engine they describe.
func (s *server) reconfigure(ctx context.Context) {
	s.mu.Lock()
	layers := slices.Clone(s.initial[:min(1, len(s.initial))])
	s.mu.Unlock()
	if s.caps.configuration {
		values, err := s.client.Configuration(ctx, &protocol.ConfigurationParams{Items: []protocol.ConfigurationItem{{Section: ptr("scilit")}}})
		if err == nil && len(values) == 1 {
			layers = append(layers, config.Layer{JSON: values[0], Project: s.projectSettings})
		}
	}
	loaded := s.configure(layers...)
	for _, problem := range loaded.Problems {
		s.warn(ctx, problem.Error())
	}
	go s.aside("trust", func() { s.askTrust(s.ctx, loaded.Refused) })
	settings := loaded.Settings
	library := s.openLibrary(ctx, settings)
	if library != nil {
		settings.Indexes, settings.Library.Index = append(slices.Clone(settings.Indexes), library.Dir()), library.Dir()
	}
	s.keeper.hold(library) // before a status can see its index
	opened := s.engine.start(s.ctx, settings)
	<-opened.done
	s.warnOnce(ctx, opened.notes...)
	if opened.err != nil {
		s.warn(ctx, opened.err.Error())
	}
	s.keepLibrary(library, settings)
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

// reload takes all settings into force again; what is asked from now on waits
// for the engine that they describe.
func (s *server) reload() {
	s.engine.expect()
	go s.aside("settings", func() {
		s.reconfigure(s.ctx)
		s.diagnoseOpen(isAny)
	})
}

func (s *server) warn(ctx context.Context, message string) {
	s.opts.Log.Warn(message)
	_ = s.client.ShowMessage(ctx, &protocol.ShowMessageParams{Type: protocol.MessageTypeWarning, Message: "scilit: " + message})
}

// warnOnce tells what runs in its simple form: the user is told the first time,
// since it holds for each request from then on.
func (s *server) warnOnce(ctx context.Context, notes ...string) {
	for _, note := range notes {
		if _, told := s.told.LoadOrStore(note, true); !told && note != "" {
			s.warn(ctx, note)
		}
	}
}

func (s *server) inform(ctx context.Context, message string) {
	_ = s.client.ShowMessage(ctx, &protocol.ShowMessageParams{Type: protocol.MessageTypeInfo, Message: "scilit: " + message})
}

func (s *server) logLine(ctx context.Context, message string) {
	_ = s.client.LogMessage(ctx, &protocol.LogMessageParams{Type: protocol.MessageTypeInfo, Message: "scilit: " + message})
}
