package cite

import (
	"context"
	"errors"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// Evidence returns the last sentence before the site as a claim to find evidence for.
func (p Site) Evidence(ctx context.Context, files *workspace.Workspace) (evidence.Claim, error) {
	sentences := p.Context()
	if len(sentences) == 0 {
		return evidence.Claim{}, app.ErrNoClaim
	}
	last := len(sentences) - 1
	return evidence.Claim{Text: sentences[last], Context: sentences[:last], Title: TitleOf(ctx, files, p.Doc)}, nil
}

// ClaimOf is like the function [ClaimOf], but also takes the manuscript's title into account if
// another file contains it.
func (w *Writer) ClaimOf(ctx context.Context, d *workspace.Document, c doc.Citation) (evidence.Claim, bool) {
	claim, ok := ClaimOf(d, c)
	claim.Title = TitleOf(ctx, w.Files, d)
	return claim, ok
}

// Explain returns how a paper relates to the sentence that contains a citation, or nil if it cannot
// be determined.
func (w *Writer) Explain(ctx context.Context, d *workspace.Document, c doc.Citation,
	paper *engine.Paper) *wire.Explanation {
	claim, ok := w.ClaimOf(ctx, d, c)
	if !ok {
		return nil
	}
	used, err := w.Engines.Get(ctx)
	if err != nil {
		return nil
	}
	x, err := app.Explain(ctx, used.Judge(), claim, paper)
	if err != nil {
		return nil
	}
	return &x
}

var errNothingCited = errors.New("no citation at the cursor: put the cursor on a citation, or choose a paper")

// PaperAt returns the paper that a citation refers to. If the citation has several keys, it uses
// the one at offset, or else the first.
func (w *Writer) PaperAt(ctx context.Context, d *workspace.Document, c doc.Citation, offset int) (*engine.Paper,
	error) {
	if len(c.Keys) == 0 {
		return nil, errNothingCited
	}
	key, ok := c.KeyAt(offset)
	if !ok {
		key = c.Keys[0]
	}
	if _, err := w.Engines.Get(ctx); err != nil {
		return nil, err
	}
	paper, _ := w.Lookup(ctx, d, key.Name)
	if paper == nil {
		return nil, errNoText(key.Name)
	}
	return paper, nil
}
