package lsp

import (
	"context"
	"fmt"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/catalogue"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// citedKeys are the keys that the sentence at the place cites already, notes
// that hang on it included.
func (p citeSite) citedKeys() []string {
	s, ok := p.m.SentenceAt(p.offset)
	if !ok {
		return nil
	}
	return p.m.KeysIn(doc.Span{Start: s.Start, End: s.Tail})
}

// isCited says of a paper whether the sentence at a place cites it.
func (s *server) isCited(ctx context.Context, p citeSite) func(engine.Found) bool {
	keys := p.citedKeys()
	if len(keys) == 0 {
		return func(engine.Found) bool { return false }
	}
	bibs := s.files.Bibliographies(ctx, p.doc)
	return func(f engine.Found) bool {
		entry := entryIn(bibs, f.Paper)
		return entry != nil && slices.Contains(keys, entry.Key)
	}
}

// citedLast moves papers behind the others that the sentence cites already.
func (s *server) citedLast(ctx context.Context, p citeSite, papers []engine.Found) []engine.Found {
	isCited := s.isCited(ctx, p)
	rank := func(f engine.Found) int {
		if isCited(f) {
			return 1
		}
		return 0
	}
	papers = slices.Clone(papers)
	slices.SortStableFunc(papers, func(a, b engine.Found) int { return rank(a) - rank(b) })
	return papers
}

// uncited leaves out papers that the sentence cites already.
func (s *server) uncited(ctx context.Context, p citeSite, papers []engine.Found) []engine.Found {
	return slices.DeleteFunc(slices.Clone(papers), s.isCited(ctx, p))
}

// markOf completes a change by the citation alone. Where the key is cited already
// the entry may still be missing.
func (s *server) markOf(ctx context.Context, p citeSite, c change, paper *engine.Paper, key string) (change, error) {
	if slices.Contains(p.citedKeys(), key) {
		if c.bib == nil {
			return c, fmt.Errorf("this sentence cites %s already", key)
		}
		return c, nil
	}
	words := catalogue.WordsOf(key, paper)
	bibs := s.files.Bibliographies(ctx, p.doc)
	edit := p.doc.Markup.InsertMark(p.doc.Text, styled(p), p.offset, doc.Mark{Keys: []string{key}, Fits: func(typed string) bool {
		_, fits := catalogue.NewTyped(typed).Tier(key, words)
		return fits && !workspace.HasKey(bibs, typed)
	}})
	c.document, c.text = edit.Span, edit.Text
	return c, nil
}
