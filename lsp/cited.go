package lsp

import (
	"context"
	"fmt"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/catalogue"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// markOf completes a change by the citation alone. Where the key is cited already
// the entry may still be missing.
func (s *server) markOf(ctx context.Context, p cite.Site, c change, paper *engine.Paper, key string) (change, error) {
	if slices.Contains(p.CitedKeys(), key) {
		if c.bib == nil {
			return c, fmt.Errorf("this sentence cites %s already", key)
		}
		return c, nil
	}
	words := catalogue.WordsOf(key, paper)
	bibs := s.files.Bibliographies(ctx, p.Doc)
	edit := p.Doc.Markup.InsertMark(p.Doc.Text, p.Styled(), p.Offset, doc.Mark{Keys: []string{key}, Fits: func(typed string) bool {
		_, fits := catalogue.NewTyped(typed).Tier(key, words)
		return fits && !workspace.HasKey(bibs, typed)
	}})
	c.document, c.text = edit.Span, edit.Text
	return c, nil
}
