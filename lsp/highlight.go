package lsp

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
)

// DocumentHighlight marks the places in this file that name the same entry as
// the key at the cursor.
func (s *server) DocumentHighlight(ctx context.Context, p *protocol.DocumentHighlightParams) ([]protocol.DocumentHighlight, error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil || s.features(d).Highlights == config.Off {
		return nil, err
	}
	releaseOrder(ctx)
	key, _, ok := s.files.KeyAt(ctx, d, s.offset(d, p.Position))
	if !ok {
		return nil, nil
	}
	var found []protocol.DocumentHighlight
	mark := func(span doc.Span, kind protocol.DocumentHighlightKind) {
		found = append(found, protocol.DocumentHighlight{Range: s.protocolRange(d.Snapshot, span), Kind: kind})
	}
	for _, span := range d.Manuscript().KeysNamed(key) {
		mark(span, protocol.DocumentHighlightKindRead)
	}
	if d.IsBib() {
		for _, m := range s.files.BibOf(ctx, d).File.Mentions(key) {
			kind := protocol.DocumentHighlightKindRead
			if m.Declares {
				kind = protocol.DocumentHighlightKindWrite
			}
			mark(doc.Span(m.Span), kind)
		}
	}
	return found, nil
}
