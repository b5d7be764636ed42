package cite

import (
	"context"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// maxClaims is how many sentences of a selection are searched for.
const maxClaims = 5

// ClaimsIn is a place for each sentence of a selection, with what of it is
// selected; none where nothing is but directives.
func ClaimsIn(ctx context.Context, files *workspace.Workspace, settings config.Settings, d *workspace.Document, selected doc.Span) (claims []Site) {
	if selected.Start >= selected.End {
		return nil // a range may be backwards
	}
	text := d.Text[selected.Start:selected.End]
	selected.Start += len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	selected.End -= len(text) - len(strings.TrimRight(text, " \t\r\n"))
	if selected.Start >= selected.End || len(DirectivesIn(d.Manuscript(), selected)) > 0 {
		return nil
	}
	at, ok := SiteAt(ctx, files, settings, d, selected.End)
	if !ok {
		return nil
	}
	for _, sentence := range at.Manuscript.SentencesIn(selected) {
		claim, ok := SiteAt(ctx, files, settings, d, min(selected.End, sentence.End))
		if !ok {
			continue
		}
		claim.Claim = sentence.Text
		if part := (doc.Span{Start: max(selected.Start, sentence.Start), End: min(selected.End, sentence.End)}); part.Start > sentence.Start || part.End < sentence.Stop {
			claim.Claim = plainText(d.Markup, d.Text[part.Start:part.End])
		}
		if claim.Claim != "" && len(claims) < maxClaims {
			claims = append(claims, claim)
		}
	}
	return claims
}

// plainText is what a piece of a document says.
func plainText(markup *workspace.Markup, source string) string {
	var all []string
	for _, s := range markup.Scan(source).Sentences {
		all = append(all, s.Text)
	}
	return strings.Join(all, " ")
}

// claimContext is the claim and, before it, the text around it.
func (p Site) claimContext() []string {
	s, ok := p.Manuscript.SentenceAt(p.Offset)
	if !ok {
		return []string{p.Claim}
	}
	around := p.Manuscript.ContextBefore(s.Start, app.ContextSentences-2)
	if s.Text != p.Claim {
		around = append(around, s.Text)
	}
	return append(around, p.Claim)
}
