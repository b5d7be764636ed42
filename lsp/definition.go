package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// Definition goes from a citation, or a field that refers to an entry, to the
// entry.
func (s *server) Definition(ctx context.Context, p *protocol.DefinitionParams) (protocol.DefinitionResult, error) {
	d, err := s.document(p.TextDocument.URI)
	if err != nil || s.features(d).Definition == Off {
		return nil, err
	}
	begin(ctx)
	key, _, ok := s.keyAt(d, s.offset(d, p.Position))
	if !ok {
		return nil, nil
	}
	var found protocol.LocationSlice
	for _, m := range s.mentions(scope{bibs: s.bibsOf(d)}, key) {
		if m.declares {
			found = append(found, s.location(m))
		}
	}
	return found, nil
}
