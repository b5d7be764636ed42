package lsp

import (
	"context"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	works "github.com/scilit-lsp/scilit-lsp/paper"
)

// How much a hover shows.
const (
	hoverHighlights = 3
	hoverPassages   = 2
	hoverPapers     = 5
)

// Hover explains a citation or a directive.
func (s *server) Hover(ctx context.Context, p *protocol.HoverParams) (*protocol.Hover, error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil || d.Markup == nil {
		return nil, err
	}
	releaseOrder(ctx)
	offset := s.offset(d, p.Position)
	m := d.Manuscript()
	if citation, ok := m.CitationAt(offset); ok {
		if key, ok := citation.KeyAt(offset); ok {
			return s.hover(d, key.Span, s.hoverCitation(ctx, d, m, key))
		}
	}
	if directive, ok := m.DirectiveFor(offset); ok && directive.Contains(offset) {
		text, err := s.hoverDirective(ctx, d, directive)
		if err != nil {
			return nil, err
		}
		return s.hover(d, directive.Span, text)
	}
	return nil, nil
}

func (s *server) hover(d *workspace.Document, span doc.Span, text string) (*protocol.Hover, error) {
	return &protocol.Hover{Contents: markupContent(text, s.caps.markdownHover), Range: ptr(s.protocolRange(d.Snapshot, span))}, nil
}

// markupContent is a text with the Markdown of ours, for an editor that shows
// it or not.
func markupContent(text string, markdown bool) *protocol.MarkupContent {
	if !markdown {
		return &protocol.MarkupContent{Kind: protocol.MarkupKindPlainText, Value: withoutMarkup(text)}
	}
	return &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: text}
}

// cited finds the paper and the entry of a key; either may be nil.
func (s *server) cited(ctx context.Context, d *workspace.Document, key string) (*engine.Paper, *bib.Entry) {
	for _, b := range s.files.Bibliographies(ctx, d) {
		entry := b.File.ByKey(key)
		if entry == nil {
			continue
		}
		paper, err := s.paper(ctx, app.RefOf(entry))
		if err != nil || paper.Own && paper.Abstract == "" && len(paper.Body) == 0 {
			return nil, entry // the library may know no more than this entry
		}
		return paper, entry
	}
	if names := d.Markup.NamesWork; names != nil && names(key, false) {
		ref := engine.WorkRef{DOI: works.DOI(key), ArXiv: works.ArXiv(key)}
		if paper, err := s.paper(ctx, ref); err == nil && ref != (engine.WorkRef{}) {
			return paper, nil
		}
	}
	return nil, nil
}

func (s *server) hoverCitation(ctx context.Context, d *workspace.Document, m *doc.Manuscript, key doc.CiteKey) string {
	paper, entry := s.cited(ctx, d, key.Name)
	switch {
	case paper == nil && entry == nil && d.Markup.NamesWork != nil && d.Markup.NamesWork(key.Name, false):
		return codeSpan(key.Name) + " names its work itself. No index holds it, so there are no highlights."
	case paper == nil && entry == nil:
		return codeSpan(key.Name) + " is in no .bib of this document. Ask for a citation here to add an entry."
	case paper == nil:
		return s.formatted(entry) + "\n\n" + s.whyNoHighlights(ctx)
	}
	var b strings.Builder
	b.WriteString(s.formatted(app.EntryOf(paper)))
	shown := s.writeHighlights(ctx, &b, "Highlights", paper, "", hoverHighlights, nil)
	if sentence, ok := m.SentenceAt(key.Start); ok {
		about := strings.ReplaceAll(sentence.Text, doc.CiteMark, "")
		s.writeHighlights(ctx, &b, "Closest to this sentence", paper, about, hoverPassages, shown)
	}
	return b.String()
}

func (s *server) whyNoHighlights(ctx context.Context) string {
	if _, err := s.engines.Get(ctx); err != nil {
		return "There are no highlights: " + inert(err.Error()) + "."
	}
	return "No index holds this paper, so there are no highlights."
}

// writeHighlights writes a list of sentences of the paper, but for those shown
// before, and returns what was shown.
func (s *server) writeHighlights(ctx context.Context, b *strings.Builder, title string, paper *engine.Paper, about string, most int, shown map[string]bool) map[string]bool {
	e, err := s.engines.Get(ctx)
	if err != nil {
		return shown
	}
	highlights, err := e.Highlight(ctx, paper, about, most)
	if err != nil {
		return shown
	}
	now := make(map[string]bool)
	for _, h := range highlights {
		if shown[h.Text] {
			continue
		}
		if len(now) == 0 {
			fmt.Fprintf(b, "\n\n**%s**", title)
		}
		now[h.Text] = true
		fmt.Fprintf(b, "\n- %s *(%s)*", escaped(h.Text), escaped(h.Section))
	}
	return now
}

func (s *server) hoverDirective(ctx context.Context, d *workspace.Document, directive doc.Directive) (string, error) {
	e, err := s.engines.Get(ctx)
	if err != nil {
		expr, mistakes := keyword.Parse(directive.Text)
		return nothingToSearch(expr, mistakes, err), ctx.Err()
	}
	var b strings.Builder
	at, _ := s.siteAt(ctx, d, directive.End)
	q := s.query(ctx, at, hoverPapers)
	q.Quick = true // a hover comes unasked
	found, err := e.Discover(ctx, q)
	if err != nil {
		return "", err
	}
	if len(found.Papers) == 0 {
		if err := s.engines.WhyNothing(ctx, e); err != nil {
			return nothingToSearch(found.Keywords, found.Mistakes, err), nil
		}
	}
	describe(&b, found)
	if intent := keyword.Intent(directive.Text); intent != "" {
		fmt.Fprintf(&b, "\n\nCited as: %s", escaped(intent))
	}
	about := app.About(found, q)
	for i, f := range found.Papers {
		fmt.Fprintf(&b, "\n\n%d. **%s**%s", i+1, escaped(labelWithOrigin(f.Paper)), relevanceText(f))
		if link := s.hoverLink(app.WebAddress(f.Paper.DOI, f.Paper.ArXiv, f.Paper.URL)); link != "" {
			b.WriteString(", " + link)
		}
		picked, err := e.Highlight(ctx, f.Paper, about, 1)
		if err == nil && len(picked) > 0 {
			fmt.Fprintf(&b, "  \n   %s", escaped(picked[0].Text))
		}
	}
	return b.String(), nil
}

// relevanceText follows the name of a paper, where its relevance is known.
func relevanceText(f engine.Found) string {
	switch {
	case f.Relevance == 0:
		return ""
	case f.Relevance < 0.01:
		return ", relevance below 0.01"
	}
	return fmt.Sprintf(", relevance %.2f", f.Relevance)
}

func nothingToSearch(expr keyword.Expr, mistakes []keyword.Mistake, why error) string {
	var b strings.Builder
	describeKeywords(&b, expr, mistakes)
	fmt.Fprintf(&b, "\n\nNothing can be searched: %s.", inert(app.Nothing(why).Notice.Text))
	return b.String()
}

// describe says how keywords were understood and what they match.
func describe(b *strings.Builder, found engine.Discovery) {
	describeKeywords(b, found.Keywords, found.Mistakes)
	fmt.Fprintf(b, "\n\nPapers that match: %d", found.Matching)
	if text := found.Relaxation.Text; text != "" {
		b.WriteString(". " + inert(asSentence(text)))
	}
	for _, note := range engine.Texts(found.Notices) {
		fmt.Fprintf(b, "\n\n*%s*", inert(note))
	}
}

func describeKeywords(b *strings.Builder, expr keyword.Expr, mistakes []keyword.Mistake) {
	if expr == nil {
		b.WriteString("No keywords: searching by the text alone")
	} else {
		fmt.Fprintf(b, "Keywords: %s", codeSpan(expr.String()))
	}
	for _, m := range mistakes {
		fmt.Fprintf(b, "\n\nColumn %d: %s", m.Start+1, inert(m.Message))
	}
}
