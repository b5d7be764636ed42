package lsp

import (
	"context"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// maxClaims is how many sentences of a selection are searched for.
const maxClaims = 5

// claimsIn is a place for each sentence of a selection, with what of it is
// selected; none where nothing is but directives.
func (s *server) claimsIn(ctx context.Context, d *workspace.Document, selected doc.Span) (claims []citeSite) {
	if selected.Start >= selected.End {
		return nil // a range may be backwards
	}
	text := d.Text[selected.Start:selected.End]
	selected.Start += len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	selected.End -= len(text) - len(strings.TrimRight(text, " \t\r\n"))
	if selected.Start >= selected.End || len(directivesIn(d.Manuscript(), selected)) > 0 {
		return nil
	}
	at, ok := s.siteAt(ctx, d, selected.End)
	if !ok {
		return nil
	}
	for _, sentence := range at.m.SentencesIn(selected) {
		claim, ok := s.siteAt(ctx, d, min(selected.End, sentence.End))
		if !ok {
			continue
		}
		claim.claim = sentence.Text
		if part := (doc.Span{Start: max(selected.Start, sentence.Start), End: min(selected.End, sentence.End)}); part.Start > sentence.Start || part.End < sentence.Stop {
			claim.claim = plainText(d.Markup, d.Text[part.Start:part.End])
		}
		if claim.claim != "" && len(claims) < maxClaims {
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
func (p citeSite) claimContext() []string {
	s, ok := p.m.SentenceAt(p.offset)
	if !ok {
		return []string{p.claim}
	}
	around := p.m.ContextBefore(s.Start, app.ContextSentences-2)
	if s.Text != p.claim {
		around = append(around, s.Text)
	}
	return append(around, p.claim)
}

// claimActions offers papers for each sentence that is selected.
func (s *server) claimActions(ctx context.Context, claims []citeSite, work protocol.ProgressToken) (all []protocol.CommandOrCodeAction, err error) {
	each := max(1, s.currentSettings().Candidates/len(claims))
	var marks []protocol.CommandOrCodeAction
	for _, at := range claims {
		found, err := s.discover(ctx, s.query(ctx, at, each+len(at.citedKeys())), work)
		if err != nil {
			return nil, err
		}
		papers := s.uncited(ctx, at, found.Papers)
		about := fmt.Sprintf(" for “%s”: ", show.Shorten(at.claim, longestClaim))
		base := actionData{URI: at.doc.URI, Version: at.doc.Version, At: s.protocolRange(at.doc.Snapshot, doc.Span{Start: at.offset, End: at.offset}).Start}
		for _, f := range papers[:min(each, len(papers))] {
			if !at.m.TakesOnlyMarks() {
				all = append(all, s.action(titleSentence+about+show.LabelWithOrigin(f.Paper), base.of(f.Paper, writeSentence), s.canResolve(ctx, at.doc)))
			}
			marks = append(marks, s.action(titleMark+about+show.LabelWithOrigin(f.Paper), base.of(f.Paper, writeMark), s.canResolve(ctx, at.doc)))
		}
	}
	return append(all, marks...), nil
}

// longestClaim is how much of a claim a menu shows.
const longestClaim = 40
