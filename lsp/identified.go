package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// keyFor puts the key of a paper in the place of the identifier that is cited.
func (s *server) keyFor(ctx context.Context, d *workspace.Document, e actionData) (change, error) {
	cited, ok := citedAt(d.Manuscript(), s.offset(d, e.At), e.Key)
	if !ok {
		return change{}, errChanged
	}
	paper, err := s.paper(ctx, engine.WorkRef{ID: e.Paper, Corpus: e.Corpus})
	if err != nil {
		return change{}, err
	}
	c, key, err := s.entryFor(ctx, d, paper)
	if err != nil {
		return change{}, fmt.Errorf("%s is not replaced: %w", e.Key, err)
	}
	c.document, c.text = cited.Span, key
	if !strings.HasSuffix(d.Text[:cited.Start], "{") {
		c.text = d.Markup.Key(key)
	}
	return c, nil
}

func citedAt(m *doc.Manuscript, offset int, name string) (doc.CiteKey, bool) {
	citation, ok := m.CitationAt(offset)
	if !ok {
		return doc.CiteKey{}, false
	}
	at := slices.IndexFunc(citation.Keys, func(k doc.CiteKey) bool { return k.Name == name && k.Start <= offset && offset <= k.End })
	if at < 0 {
		return doc.CiteKey{}, false
	}
	return citation.Keys[at], true
}
