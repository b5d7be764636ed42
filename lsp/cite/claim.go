package cite

import (
	"context"
	"sort"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine/draft"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

const maxClaims = 5 // maximum number of selected sentences to find papers for

// ClaimsIn returns a site for each sentence in a selection, with the selected part of the sentence
// as its claim. It returns nil if the selection contains directives.
func (w *Writer) ClaimsIn(ctx context.Context, d *workspace.Document, selected doc.Span) (claims []Site) {
	if selected.Start >= selected.End {
		return nil // a client may send a range whose end precedes its start
	}
	text := d.Text[selected.Start:selected.End]
	selected.Start += len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	selected.End -= len(text) - len(strings.TrimRight(text, " \t\r\n"))
	if selected.Start >= selected.End || len(DirectivesIn(d.Manuscript(), selected)) > 0 {
		return nil
	}
	at, ok := w.SiteAt(ctx, d, selected.End)
	if !ok {
		return nil
	}
	for _, sentence := range at.Manuscript.SentencesIn(selected) {
		claim, ok := w.SiteAt(ctx, d, min(selected.End, sentence.End))
		if !ok {
			continue
		}
		claim.Claim = sentence.Text
		part := doc.Span{Start: max(selected.Start, sentence.Start), End: min(selected.End, sentence.End)}
		if part.Start > sentence.Start || part.End < sentence.Stop {
			claim.Claim = plainText(d.Markup, d.Text[part.Start:part.End])
			claim.Within = part.End < sentence.Stop && claim.Manuscript.HasSiteWithin(d.Text, part.End)
		}
		if claim.Claim != "" && len(claims) < maxClaims {
			claims = append(claims, claim)
		}
	}
	return claims
}

// plainText removes the markup from a fragment of a document.
func plainText(markup *workspace.Markup, source string) string {
	var all []string
	for _, s := range markup.Scan(source).Sentences {
		all = append(all, s.Text)
	}
	return strings.Join(all, " ")
}

// claimContext returns the sentences around the claim, followed by the claim itself.
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

const contextOfClaim = 3 // number of preceding sentences used as a claim's context

// ClaimOf returns the sentence that contains a citation, with the preceding sentences, or false if
// the citation is not in a sentence. In the claim's text, draft.Mark replaces this citation and
// text.CiteMark replaces all others.
func ClaimOf(d *workspace.Document, c doc.Citation) (evidence.Claim, bool) {
	m := d.Manuscript()
	if c.Aside {
		inset, ok := m.InsetAt(c.Start)
		if !ok || d.Markup.Inset == nil {
			return evidence.Claim{}, false
		}
		m = d.Markup.Inset(d.Text, m, inset, c.Start)
	}
	sentence, ok := m.SentenceAt(c.Start)
	if !ok {
		return evidence.Claim{}, false
	}
	return evidence.Claim{Text: marked(m, sentence, c), Context: m.ContextBefore(sentence.Start, contextOfClaim),
		Title: m.Title}, true
}

// maxMarks is the maximum number of citations that may precede the marked one in its sentence.
const maxMarks = 200

// marked returns the text of a sentence with draft.Mark in place of the citation c.
func marked(m *doc.Manuscript, s doc.Sentence, c doc.Citation) string {
	before := 0
	first := sort.Search(len(m.Citations), func(i int) bool { return m.Citations[i].Start >= s.Start })
	for _, other := range m.Citations[first:] {
		if other.Start >= c.Start || before > maxMarks {
			break
		}
		if !other.Aside {
			before++
		}
	}
	parts := strings.SplitN(s.Text, text.CiteMark, before+2)
	if before > maxMarks || len(parts) < before+2 { // the citation is in a note, so the sentence has no mark for it
		return s.Text
	}
	return strings.Join(parts[:before+1], text.CiteMark) + draft.Mark + parts[before+1]
}
