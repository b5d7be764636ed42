package lsp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// draftParams ask for what citing a paper at a spot comes to. The document has
// to be of this version still.
type draftParams struct {
	spot
	TextDocument protocol.VersionedTextDocumentIdentifier `json:"textDocument"`
	app.Draft
}

// draftResult is what would be written, and the edit that writes it.
type draftResult struct {
	app.Written
	Edit   protocol.WorkspaceEdit `json:"edit"`
	Others []*draftResult         `json:"others,omitempty"` // the other variants, next best first
}

// draft answers scilit/draft. It has no side effect but the question whether a
// .bib elsewhere may be edited.
func (s *server) draft(ctx context.Context, p draftParams) (*draftResult, error) {
	switch p.Mode {
	case "", writeSentence, writeMark, rewrite:
	default:
		return nil, fmt.Errorf("mode %q: it is sentence, mark or rewrite", p.Mode)
	}
	if p.Variants < 0 || p.Variants > maxVariants {
		return nil, fmt.Errorf("variants %d: there are 1 to %d", p.Variants, maxVariants)
	}
	p.spot.TextDocument.URI = p.TextDocument.URI
	e := actionData{URI: string(p.TextDocument.URI), Version: p.TextDocument.Version, At: p.Position, Paper: p.Paper, Corpus: p.Corpus, Mode: p.Mode,
		Papers: p.Papers, Prefix: p.Prefix, Locator: p.Locator}
	d, err := s.current(e)
	if err != nil {
		return nil, err
	}
	at, err := s.siteOf(ctx, p.spot)
	if err != nil {
		return nil, err
	}
	if e.Mode == rewrite && e.Paper == "" {
		paper := s.citedAlone(ctx, at)
		if paper == nil || at.directive == nil && at.asked == nil {
			return nil, errNothingToRewrite
		}
		e = e.of(paper, rewrite)
	}
	all, err := s.variantsAt(ctx, at, e, max(1, p.Variants))
	if err != nil {
		return nil, err
	}
	var answers []*draftResult
	for _, c := range all {
		if e.Mode == rewrite {
			if err := respell(at, &c); err != nil {
				return nil, err
			}
		}
		if err := s.permitChange(ctx, d, c); err != nil {
			return nil, err
		}
		answers = append(answers, s.drafted(d, c))
	}
	answers[0].Others = answers[1:]
	return answers[0], nil
}

var errNothingToRewrite = errors.New("no sentence to rewrite: put the cursor into a sentence that cites one paper of your indexes")

func (s *server) drafted(d *workspace.Document, c change) *draftResult {
	answer := &draftResult{Written: app.Written{Text: strings.TrimSpace(c.text), Note: c.note}, Edit: *s.workspaceEdit(d, c, "Cite")}
	o := option{alone: true}
	if c.evidence.Text != "" {
		answer.Evidence = &app.Quote{Text: c.evidence.Text, Section: c.evidence.Section}
		answer.Support = ptr(shownSupport(c.evidence.Score))
		o = option{weak: c.evidence.Score < weakSupport}
	}
	answer.Prefer = o.modes(s.currentSettings().Prefer)[0]
	return answer
}

// respell adds to a change that the directive says the keywords that were asked
// for. One inside the range that is replaced goes with it.
func respell(at citeSite, c *change) error {
	if at.asked == nil || at.directive == nil || at.directive.Text == *at.asked {
		return nil
	}
	span := at.directive.Keywords
	if span.Start < c.document.End && c.document.Start < span.End {
		return nil
	}
	if strings.ContainsAny(*at.asked, "\r\n") || strings.Contains(*at.asked, "-->") {
		return errors.New("keywords stand in a comment: they cannot hold a line break or -->")
	}
	c.keywords = &respelling{span, *at.asked}
	return nil
}
