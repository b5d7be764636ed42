package lsp

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// Definition goes from a citation, or a field that refers to an entry, to the
// entry.
func (s *server) Definition(ctx context.Context, p *protocol.DefinitionParams) ([]protocol.Location, error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil || s.features(d).Definition == config.Off {
		return nil, err
	}
	releaseOrder(ctx)
	key, _, ok := s.files.KeyAt(ctx, d, s.offset(d, p.Position))
	if !ok {
		return nil, nil
	}
	var found []protocol.Location
	for _, m := range s.files.Mentions(workspace.Scope{Bibs: s.files.BibsOf(ctx, d)}, key) {
		if m.Declares {
			found = append(found, s.location(m))
		}
	}
	return found, nil
}
