package lsp

import (
	"context"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"go.lsp.dev/protocol"
)

// statusResult describes the running engine and the directive that applies at a position.
type statusResult struct {
	wire.Status
	// absent if the request has no position or no directive applies there
	Directive *inForce `json:"directive,omitempty"`
}

// inForce is a directive that applies at a position, with its range.
type inForce struct {
	Keywords string         `json:"keywords"`
	Range    protocol.Range `json:"range"`
}

// statusParams optionally specify a position.
type statusParams struct {
	TextDocument *protocol.TextDocumentIdentifier `json:"textDocument,omitempty"`
	Position     *protocol.Position               `json:"position,omitempty"`
}

// directiveAt returns the directive that applies at a position, or nil.
func (s *session) directiveAt(ctx context.Context, p statusParams) *inForce {
	if p.TextDocument == nil || p.Position == nil {
		return nil
	}
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil || d.Markup == nil {
		return nil
	}
	at, ok := s.writer.SiteAt(ctx, d, s.offset(d, *p.Position))
	if !ok || at.Directive == nil {
		return nil
	}
	return &inForce{at.Directive.Text, s.protocolRange(d.Snapshot, at.Directive.Span)}
}

// refusals returns the workspace settings that were not applied, and notices about settings.
func (s *configuration) refusals() ([]wire.RefusedKeys, []wire.Notice) {
	s.mu.Lock()
	defer s.mu.Unlock()
	refused, notices := backend.Refusals(s.refused)
	return refused, slices.Concat(notices, s.problems)
}

// status handles scilit/status, which describes the state of the server. It waits until the engine
// is open.
func (s *server) status(ctx context.Context, p statusParams) (*statusResult, error) {
	releaseOrder(ctx)
	answer := &statusResult{Directive: s.directiveAt(ctx, p)}
	opened, err := s.engines.Wait(ctx)
	if err != nil {
		return nil, err
	}
	refused, notices := s.configuration.refusals()
	settings := s.currentSettings() // must follow Wait, to return the settings of the open engine
	answer.Status = backend.StatusOf(ctx, s.engines.Engines, opened, settings, s.keeper.Current(), notices)
	answer.Version, answer.Refused = s.opts.Version, refused
	return answer, nil
}
