package lsp

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/bib/reference"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
)

// Maximum numbers of items in a hover.
const (
	maxHighlights  = 3
	maxHoverPapers = 5
)

// Hover describes the citation or directive at the cursor.
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
			return s.hover(d, key.Span, s.hoverCitation(ctx, d, citation, key))
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

func (in *dialect) hover(d *workspace.Document, span doc.Span, text string) (*protocol.Hover, error) {
	return &protocol.Hover{
		Contents: markupContent(text, in.caps.markdownHover), Range: new(in.protocolRange(d.Snapshot, span)),
	}, nil
}

// markupContent returns Markdown, or plain text for editors that do not render Markdown.
func markupContent(text string, markdown bool) *protocol.MarkupContent {
	if !markdown {
		return &protocol.MarkupContent{Kind: protocol.MarkupKindPlainText, Value: show.WithoutMarkup(text)}
	}
	return &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: text}
}

func (s *session) hovers() show.Hover {
	style, _ := reference.StyleNamed(s.currentSettings().ReferenceStyle)
	return show.Hover{Style: style, Links: s.caps.markdownHover}
}

func (s *server) hoverCitation(
	ctx context.Context, d *workspace.Document, citation doc.Citation, key doc.CiteKey,
) string {
	c := show.CitedKey{Key: key.Name, NamesWork: d.Markup.NamesWork != nil && d.Markup.NamesWork(key.Name, false)}
	c.Paper, c.Entry = s.writer.Lookup(ctx, d, key.Name)
	c.Problems = s.diagnostics.problemsOf(ctx, d, key.Name)
	e, err := s.engines.Get(ctx)
	c.NoEngine = err
	if err == nil && c.Paper != nil {
		c.Highlights, _ = e.Highlight(ctx, c.Paper, "", maxHighlights)
		c.Explained = s.writer.Explain(ctx, d, citation, c.Paper)
	}
	return s.hovers().Citation(c)
}

func (s *diagnostics) problemsOf(ctx context.Context, d *workspace.Document, key string) (all []string) {
	bibs := s.files.BibsOf(ctx, d)
	at, e := workspace.Find(bibs, key)
	if e == nil {
		return nil
	}
	rules := s.rules()
	if rules.Disagreements {
		// if the comparison fails, only notices are shown
		_ = s.compared.CompareKeys(ctx, s.engines, bibs[at:at+1], []string{key})
	}
	for _, f := range s.compared.View(bibs[at], rules, s.fates)(e) {
		all = append(all, f.Message)
	}
	return all
}

func (s *server) hoverDirective(ctx context.Context, d *workspace.Document, directive doc.Directive) (string, error) {
	e, err := s.engines.Get(ctx)
	if err != nil {
		expr, mistakes := keyword.Parse(directive.Text)
		return show.SearchUnavailable(expr, mistakes, backend.Unavailable(err).Notice.Text), ctx.Err()
	}
	at, _ := s.writer.SiteAt(ctx, d, directive.End)
	q := at.Query(ctx, s.files, maxHoverPapers)
	q.Quick = true // a hover must be fast, since the user did not request a search
	found, err := e.Discover(ctx, q)
	if err != nil {
		return "", err
	}
	if len(found.Papers) == 0 {
		if err := s.engines.CheckAvailable(ctx, e); err != nil {
			return show.SearchUnavailable(found.Keywords, found.Mistakes, backend.Unavailable(err).Notice.Text), nil
		}
	}
	sentences := make([]string, len(found.Papers))
	for i, f := range found.Papers {
		picked, err := e.Highlight(ctx, f.Paper, app.About(found, q), 1)
		if err == nil && len(picked) > 0 {
			sentences[i] = picked[0].Text
		}
	}
	return s.hovers().Directive(found, keyword.Intent(directive.Text), sentences), nil
}
