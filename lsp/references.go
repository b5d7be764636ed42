package lsp

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
)

// References lists all places that name the entry of the key at the cursor.
func (s *server) References(ctx context.Context, p *protocol.ReferenceParams) ([]protocol.Location, error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil || s.features(d).References == config.Off {
		return nil, err
	}
	releaseOrder(ctx)
	key, _, ok := s.files.KeyAt(ctx, d, s.offset(d, p.Position))
	if !ok {
		return nil, nil
	}
	var found []protocol.Location
	for _, m := range s.files.Mentions(s.files.ScopeOf(ctx, d), key) {
		if !m.Declares || p.Context.IncludeDeclaration {
			found = append(found, s.location(m))
		}
	}
	return found, ctx.Err()
}
