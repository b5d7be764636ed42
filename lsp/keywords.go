package lsp

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
)

// keywordsParams are keywords, or the spot whose directive has them.
type keywordsParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument,omitzero"`
	Position     protocol.Position               `json:"position,omitzero"`
	app.Site
}

// understand answers scilit/keywords. It needs no document where keywords are
// given, and may be asked at every key that is typed.
func (s *server) understand(ctx context.Context, p keywordsParams) (*app.Understood, error) {
	if p.Keywords != nil {
		releaseOrder(ctx)
	} else {
		at, err := s.siteOf(ctx, spot{TextDocument: p.TextDocument, Position: p.Position, Site: p.Site})
		if err != nil {
			return nil, err
		}
		p.Keywords = ptr(at.keywords())
	}
	answer := app.Understand(ctx, s.engines, *p.Keywords)
	return &answer, ctx.Err()
}
