package lsp

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// own is the record that the user's library has of a paper, with its citation
// key, else the paper as it is.
func (s *server) own(ctx context.Context, p *engine.Paper) *engine.Paper {
	if p.Key != "" {
		return p
	}
	ref := engine.WorkRef{DOI: p.DOI, ArXiv: p.ArXiv, Title: p.Title, Keyed: true}
	if len(p.Authors) > 0 {
		ref.Author = p.Authors[0].Family
	}
	found, err := s.paper(ctx, ref)
	if err != nil {
		return p
	}
	return found
}
