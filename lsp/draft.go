package lsp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
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
	case "", cite.WriteSentence, cite.WriteMark, cite.Rewrite:
	default:
		return nil, fmt.Errorf("mode %q: it is sentence, mark or rewrite", p.Mode)
	}
	if p.Variants < 0 || p.Variants > cite.MaxVariants {
		return nil, fmt.Errorf("variants %d: there are 1 to %d", p.Variants, cite.MaxVariants)
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
	if e.Mode == cite.Rewrite && e.Paper == "" {
		paper := s.writer.CitedAlone(ctx, at)
		if paper == nil || at.Directive == nil && at.Asked == nil {
			return nil, errNothingToRewrite
		}
		e = e.of(paper, cite.Rewrite)
	}
	all, err := s.writer.Variants(ctx, at, s.order(d, e), max(1, p.Variants))
	if err != nil {
		return nil, err
	}
	var answers []*draftResult
	for _, c := range all {
		if e.Mode == cite.Rewrite {
			if err := c.Respell(at); err != nil {
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

func (s *server) drafted(d *workspace.Document, c cite.Change) *draftResult {
	answer := &draftResult{Written: app.Written{Text: strings.TrimSpace(c.Text), Note: c.Note}, Edit: *s.workspaceEdit(d, c, "Cite")}
	o := cite.Option{Alone: true}
	if c.Evidence.Text != "" {
		answer.Evidence = &app.Quote{Text: c.Evidence.Text, Section: c.Evidence.Section}
		answer.Support = ptr(show.Support(c.Evidence.Score))
		o = cite.Option{Weak: c.Evidence.Score < cite.WeakSupport}
	}
	answer.Prefer = o.Modes(s.currentSettings().Prefer)[0]
	return answer
}
