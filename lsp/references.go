package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// References lists all places that name the entry of the key at the cursor.
func (s *server) References(ctx context.Context, p *protocol.ReferenceParams) ([]protocol.Location, error) {
	d, err := s.document(p.TextDocument.URI)
	if err != nil || s.features(d).References == Off {
		return nil, err
	}
	begin(ctx)
	key, _, ok := s.keyAt(d, s.offset(d, p.Position))
	if !ok {
		return nil, nil
	}
	var found []protocol.Location
	for _, m := range s.mentions(s.scopeOf(d), key) {
		if !m.declares || p.Context.IncludeDeclaration {
			found = append(found, s.location(m))
		}
	}
	return found, ctx.Err()
}
