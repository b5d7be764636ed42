package lsp

import (
	"context"
	"errors"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// citeTogether cites all papers of an actionData by one mark, with one edit of the
// .bib. Those that the sentence cites already are left out.
func (s *server) citeTogether(ctx context.Context, p cite.Site, e actionData) (change, error) {
	mark := doc.Mark{Before: p.Words(e.Prefix), After: p.Words(e.Locator)}
	refs := e.Papers
	if len(refs) == 0 {
		refs = []paperRef{{e.Paper, e.Corpus}}
	}
	if err := p.CheckMark(len(refs), mark); err != nil {
		return change{}, err
	}
	plan, err := s.plan(ctx, p.Doc)
	if err != nil {
		return change{}, err
	}
	cited := p.CitedKeys()
	for _, ref := range refs {
		paper, err := s.paper(ctx, engine.WorkRef{ID: ref.Paper, Corpus: ref.Corpus})
		if err != nil {
			return change{}, err
		}
		if key := plan.keyOf(ctx, paper); !slices.Contains(cited, key) {
			mark.Keys, cited = append(mark.Keys, key), append(cited, key)
		}
	}
	if len(mark.Keys) == 0 {
		return change{}, errors.New("this sentence cites all of them already")
	}
	c := plan.change(mark.Keys[0])
	if c.bib != nil {
		s.warnOfBib(ctx, p.Doc, c.bib.Path)
	}
	edit := p.Doc.Markup.InsertMark(p.Doc.Text, p.Styled(), p.Offset, mark)
	c.document, c.text = edit.Span, edit.Text
	return c, nil
}
