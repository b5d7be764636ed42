package lsp

import (
	"context"
	"errors"
	"fmt"

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
	paper, err := s.explained(ctx, d, p, citation, offset)
	if err != nil {
		return app.Explanation{}, err
	}
	return app.Explain(ctx, claim, paper)
}

// claimAt is the sentence of the citation, or what the user selected or wrote instead.
func (s *server) claimAt(ctx context.Context, d *workspace.Document, p explainParams, citation doc.Citation, cited bool) (evidence.Claim, error) {
	if cited && p.Text == nil && p.Selection == nil {
		releaseOrder(ctx)
		claim, _ := cite.ClaimOf(d, citation)
		claim.Title = s.manuscriptTitle(ctx, d)
		return claim, nil
	}
	at, err := s.siteOf(ctx, p.spot)
	if err != nil {
		return evidence.Claim{}, err
	}
	sentences := at.Context()
	if len(sentences) == 0 {
		return evidence.Claim{}, app.ErrNoClaim
	}
	last := len(sentences) - 1
	return evidence.Claim{Text: sentences[last], Context: sentences[:last], Title: s.manuscriptTitle(ctx, d)}, nil
}

// manuscriptTitle is the title of the manuscript that a document is a file of.
func (s *server) manuscriptTitle(ctx context.Context, d *workspace.Document) string {
	for _, part := range s.files.Project(ctx, d) {
		if title := part.Manuscript.Title; title != "" {
			return title
		}
	}
	return ""
}

var errNothingCited = errors.New("no citation at the cursor: put the cursor on a citation, or choose a paper")

// explained is the paper that was named, or the one that is cited at an offset: in a
// citation of several, the one whose key is there, else the first.
func (s *server) explained(ctx context.Context, d *workspace.Document, p explainParams, c doc.Citation, offset int) (*engine.Paper, error) {
	if p.Paper != "" {
		return s.writer.Paper(ctx, engine.WorkRef{ID: p.Paper, Corpus: p.Corpus})
	}
	if len(c.Keys) == 0 {
		return nil, errNothingCited
	}
	key, ok := c.KeyAt(offset)
	if !ok {
		key = c.Keys[0]
	}
	if _, err := s.engines.Get(ctx); err != nil {
		return nil, err
	}
	paper, _ := s.writer.Cited(ctx, d, key.Name)
	if paper == nil {
		return nil, fmt.Errorf("no index holds the work of %s: there is no text to compare with", key.Name)
	}
	return paper, nil
}
