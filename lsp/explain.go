package lsp

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// explainParams ask what a paper has for and against the claim at a spot. Where no
// paper is named it is the one that is cited there.
type explainParams struct {
	spot
	Paper  string `json:"paper,omitempty"`
	Corpus string `json:"corpus,omitempty"`
}

// explain answers scilit/explain.
func (s *server) explain(ctx context.Context, p explainParams) (app.Explanation, error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil {
		return app.Explanation{}, err
	}
	if d.Markup == nil {
		return app.Explanation{}, cite.ErrNoPlace
	}
	offset := s.offset(d, p.Position)
	citation, cited := d.Manuscript().CitationAt(offset)
	claim, err := s.claimAt(ctx, d, p, citation, cited)
	if err != nil {
		return app.Explanation{}, err
	}
	var paper *engine.Paper
	if p.Paper != "" {
		paper, err = s.writer.Paper(ctx, engine.WorkRef{ID: p.Paper, Corpus: p.Corpus})
	} else {
		paper, err = s.writer.CitedBy(ctx, d, citation, offset)
	}
	if err != nil {
		return app.Explanation{}, err
	}
	return app.Explain(ctx, claim, paper)
}

// claimAt is the sentence of the citation, or what the user selected or wrote instead.
func (s *server) claimAt(ctx context.Context, d *workspace.Document, p explainParams, citation doc.Citation, cited bool) (evidence.Claim, error) {
	if cited && p.Text == nil && p.Selection == nil {
		releaseOrder(ctx)
		claim, _ := s.writer.ClaimOf(ctx, d, citation)
		return claim, nil
	}
	at, err := s.siteOf(ctx, p.spot)
	if err != nil {
		return evidence.Claim{}, err
	}
	return at.Evidence(ctx, s.files)
}
