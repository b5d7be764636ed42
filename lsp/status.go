package lsp

import (
	"context"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
)

// statusResult is what runs, and the directive in force at the place that was given.
type statusResult struct {
	app.Status
	Directive *inForce `json:"directive,omitempty"` // absent where no position was given, or none is in force there
}

// inForce is a directive with its place.
type inForce struct {
	Keywords string         `json:"keywords"`
	Range    protocol.Range `json:"range"`
}

// statusParams may name a place.
type statusParams struct {
	TextDocument *protocol.TextDocumentIdentifier `json:"textDocument,omitempty"`
	Position     *protocol.Position               `json:"position,omitempty"`
}

// directiveAt is the directive in force at a place.
func (s *server) directiveAt(ctx context.Context, p statusParams) *inForce {
	if p.TextDocument == nil || p.Position == nil {
		return nil
	}
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil || d.Markup == nil {
		return nil
	}
	at, ok := s.siteAt(ctx, d, s.offset(d, *p.Position))
	if !ok || at.directive == nil {
		return nil
	}
	return &inForce{at.directive.Text, s.protocolRange(d.Snapshot, at.directive.Span)}
}

// refusals are those of the workspace, with the notices of the settings.
func (s *server) refusals() ([]app.Refused, []app.Notice) {
	s.mu.Lock()
	defer s.mu.Unlock()
	refused, notices := app.Refusals(s.refused)
	return refused, slices.Concat(notices, s.wrong)
}

// status answers scilit/status, once the engine is open.
func (s *server) status(ctx context.Context, p statusParams) (*statusResult, error) {
	releaseOrder(ctx)
	answer := &statusResult{Directive: s.directiveAt(ctx, p)}
	opened, err := s.engines.Wait(ctx)
	if err != nil {
		return nil, err
	}
	refused, notices := s.refusals()
	settings := s.currentSettings() // those that the engine was opened for
	answer.Status = app.StatusOf(ctx, s.engines, opened, settings, s.keeper.Current(), notices)
	answer.Version, answer.Refused = s.opts.Version, refused
	return answer, nil
}
