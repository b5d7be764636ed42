package lsp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/display"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
)

// draftParams are the parameters of scilit/draft. The document must still have the given version.
type draftParams struct {
	sitePosition
	TextDocument protocol.VersionedTextDocumentIdentifier `json:"textDocument"`
	wire.CitationRequest
}

// draftResult is a citing sentence or citation mark, and the edit that inserts it.
type draftResult struct {
	wire.CitationText
	Edit   protocol.WorkspaceEdit `json:"edit"`
	Others []*draftResult         `json:"others,omitempty"` // alternative results, best first
}

// draft handles scilit/draft, which returns the edit without applying it. It may ask the user for
// permission to edit a .bib file outside the workspace.
func (s *suggestions) draft(ctx context.Context, p draftParams) (*draftResult, error) {
	switch p.Mode {
	case "", wire.ModeSentence, wire.ModeMark, wire.ModeRewrite:
	default:
		return nil, fmt.Errorf("unknown mode %q: use sentence, mark or rewrite", p.Mode)
	}
	if p.Variants < 0 || p.Variants > cite.MaxVariants {
		return nil, fmt.Errorf("%d variants were requested: request 1 to %d", p.Variants, cite.MaxVariants)
	}
	p.sitePosition.TextDocument.URI = p.TextDocument.URI
	e := actionData{
		URI: string(p.TextDocument.URI), Version: p.TextDocument.Version, At: p.Position, Paper: p.Paper,
		Corpus: p.Corpus, Mode: cite.Action(p.Mode), Form: p.Form, Papers: p.Papers, Prefix: p.Prefix, Locator: p.Locator,
	}
	d, err := s.current(e)
	if err != nil {
		return nil, err
	}
	at, err := s.siteOf(ctx, p.sitePosition)
	if err != nil {
		return nil, err
	}
	if e.Mode == cite.Rewrite && e.Paper == "" {
		paper := s.writer.OnlyCited(ctx, at)
		if paper == nil || at.Directive == nil && at.Asked == nil {
			return nil, errNothingToRewrite
		}
		e = e.of(paper, cite.Rewrite)
	}
	all, err := s.variants(ctx, at, d, e, p.Variants)
	if err != nil {
		return nil, err
	}
	var answers []*draftResult
	for _, c := range all {
		if e.Mode == cite.Rewrite {
			if err := c.UpdateDirective(at); err != nil {
				return nil, err
			}
		}
		if err := s.consent.permitChange(ctx, d, c); err != nil {
			return nil, err
		}
		answers = append(answers, s.draftOf(d, c))
	}
	answers[0].Others = answers[1:]
	return answers[0], nil
}

// variants returns up to n changes. If e specifies a form, it returns only the change in that form.
func (s *suggestions) variants(
	ctx context.Context, at cite.Site, d *workspace.Document, e actionData, n int,
) ([]cite.Change, error) {
	if e.Form != "" {
		n = cite.MaxVariants
	}
	all, err := s.writer.Variants(ctx, at, s.requestOf(d, e), max(1, n))
	if err != nil || e.Form == "" {
		return all, err
	}
	c, err := cite.InForm(all, engine.Form(e.Form))
	return []cite.Change{c}, err
}

var errNothingToRewrite = errors.New(
	"no sentence to rewrite: put the cursor in a sentence that cites a single paper from your indexes, and give " +
		"keywords or add a scilit comment",
)

func (s *suggestions) draftOf(d *workspace.Document, c cite.Change) *draftResult {
	answer := &draftResult{
		CitationText: wire.CitationText{Text: strings.TrimSpace(c.Text), Form: wire.Form(c.Form),
			FormName: display.Form(wire.Form(c.Form)), Note: c.Note},
		Edit: *s.workspaceEdit(d, c, "Cite"),
	}
	o := cite.Option{MarkOnly: true}
	if c.Evidence.Text != "" {
		answer.Evidence = &wire.Quote{Text: c.Evidence.Text, Section: c.Evidence.Section}
		answer.Support = new(show.Support(c.Evidence.Score))
		o = cite.Option{Weak: c.Evidence.Score < cite.WeakSupport}
	}
	answer.Prefer = wire.Mode(o.Actions(s.currentSettings().Prefer)[0])
	return answer
}

// bibTeXParams identify a paper and the document that would cite it.
type bibTeXParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	wire.PaperRef
}

// bibTeX handles scilit/bibtex, which returns the BibTeX entry of a paper.
func (s *suggestions) bibTeX(ctx context.Context, p bibTeXParams) (*wire.Entry, error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	releaseOrder(ctx)
	paper, err := s.writer.Paper(ctx, engine.WorkRef{ID: p.Paper, Corpus: p.Corpus})
	if err != nil {
		return nil, err
	}
	made, err := s.writer.Entry(ctx, d, paper)
	return (*wire.Entry)(&made), err
}

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
