package lsp

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"go.lsp.dev/protocol"
)

// keywordsParams contain either keywords or the position of a directive with keywords.
type keywordsParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument,omitzero"`
	Position     protocol.Position               `json:"position,omitzero"`
	wire.SearchOverrides
}

// understand handles scilit/keywords, which parses keywords. If the request contains the keywords,
// no document is needed, so editors can send it at each keystroke.
func (s *suggestions) understand(ctx context.Context, p keywordsParams) (*wire.ParsedKeywords, error) {
	if p.Keywords != nil {
		releaseOrder(ctx)
	} else {
		at, err := s.siteOf(ctx, sitePosition{
			TextDocument: p.TextDocument, Position: p.Position, SearchOverrides: p.SearchOverrides,
		})
		if err != nil {
			return nil, err
		}
		p.Keywords = ptr(at.Keywords())
	}
	answer := app.ParseKeywords(ctx, s.engines, *p.Keywords)
	return &answer, ctx.Err()
}
