package lsp

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// explainParams are the parameters of scilit/explain, which checks whether a paper supports the
// claim at a position. If no paper is given, it checks the cited one.
type explainParams struct {
	sitePosition
	Paper  string `json:"paper,omitempty"`
	Corpus string `json:"corpus,omitempty"`
}

func (s *suggestions) explain(ctx context.Context, p explainParams) (wire.Explanation, error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil {
		return wire.Explanation{}, err
	}
	if d.Markup == nil {
		return wire.Explanation{}, cite.ErrNoSite
	}
	offset := s.offset(d, p.Position)
	citation, cited := d.Manuscript().CitationAt(offset)
	claim, err := s.claimAt(ctx, d, p, citation, cited)
	if err != nil {
		return wire.Explanation{}, err
	}
	var paper *engine.Paper
	if p.Paper != "" {
		paper, err = s.writer.Paper(ctx, engine.WorkRef{ID: p.Paper, Corpus: p.Corpus})
	} else {
		paper, err = s.writer.PaperAt(ctx, d, citation, offset)
	}
	if err != nil {
		return wire.Explanation{}, err
	}
	used, err := s.engines.Get(ctx)
	if err != nil {
		return wire.Explanation{}, backend.Unavailable(err)
	}
	return app.Explain(ctx, used.Judge(), claim, paper)
}

// claimAt returns the claim to check: the given or selected text, or else the sentence that
// contains the citation.
func (s *suggestions) claimAt(
	ctx context.Context, d *workspace.Document, p explainParams, citation doc.Citation, cited bool,
) (evidence.Claim, error) {
	if cited && p.Text == nil && p.Selection == nil {
		releaseOrder(ctx)
		claim, _ := s.writer.ClaimOf(ctx, d, citation)
		return claim, nil
	}
	at, err := s.siteOf(ctx, p.sitePosition)
	if err != nil {
		return evidence.Claim{}, err
	}
	return at.Evidence(ctx, s.files)
}
