package lsp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// topics are what a paragraph of related work is to be about.
type topics struct {
	places []citeSite // with the keywords of each
	below  int        // offset of the line below which the paragraph goes
	apart  bool       // there is running text right above
}

// maxRelated is how many papers are written about at once: more is a text that
// was selected by mistake.
const maxRelated = 20

// topicsIn reads the keywords, where there are some, else the selection: its
// directives or, where it has none, its text.
func (s *server) topicsIn(ctx context.Context, d *workspace.Document, selected doc.Span, keywords string) (t topics, err error) {
	if d.Markup == nil {
		return t, errNoPlace
	}
	if keywords != "" {
		t, err = s.topicsOfKeywords(ctx, d, selected.End, keywords)
	} else if t = s.topicsOfDirectives(ctx, d, selected); len(t.places) == 0 {
		t, err = s.topicsOfText(ctx, d, selected)
	}
	switch {
	case err != nil:
		return t, err
	case len(t.places) == 0:
		return t, errors.New("no topic is selected: select scilit comments, or keywords, one topic a line or separated by semicolons")
	case len(t.places) > maxRelated:
		return t, fmt.Errorf("%d topics are selected, and at most %d papers are written about at once", len(t.places), maxRelated)
	}
	return t, nil
}

func (s *server) topicsOfDirectives(ctx context.Context, d *workspace.Document, selected doc.Span) (t topics) {
	m := d.Manuscript()
	for _, directive := range directivesIn(m, selected) {
		if at, ok := s.siteAt(ctx, d, directive.Start); ok {
			at.directive = &directive
			t.places, t.below = append(t.places, at), directive.End
			t.apart = m.IsRunning(directive.Paragraph, t.below)
		}
	}
	return t
}

// directivesIn are those that a selection touches, but for empty ones.
func directivesIn(m *doc.Manuscript, selected doc.Span) (found []doc.Directive) {
	for _, directive := range m.Directives {
		if directive.Start <= selected.End && selected.Start <= directive.End && !m.IsMasked(directive.Start) && directive.Text != "" {
			found = append(found, directive)
		}
	}
	return found
}

// topicsOfText takes a topic from each line, and from what semicolons separate,
// without the marks of lists and comments.
func (s *server) topicsOfText(ctx context.Context, d *workspace.Document, selected doc.Span) (t topics, err error) {
	text := strings.TrimRight(d.Text[selected.Start:selected.End], " \t\r\n")
	t.below, t.apart = selected.Start+len(text), true
	at, ok := s.siteAt(ctx, d, selected.Start)
	if !ok || d.Manuscript().IsCode(t.below) {
		return t, errNoPlace
	}
	at.topic = true
	t.places = at.each(text)
	return t, nil
}

// topicsOfKeywords takes what semicolons separate, to be written about below
// the paragraph at offset.
func (s *server) topicsOfKeywords(ctx context.Context, d *workspace.Document, offset int, keywords string) (t topics, err error) {
	m := d.Manuscript()
	t.below = offset
	if i := m.ParagraphAt(offset); i >= 0 {
		t.below = len(strings.TrimRight(d.Text[:m.Paragraphs[i].End], " \t\r\n"))
		t.apart = m.IsRunning(i, t.below)
	}
	at, ok := s.siteAt(ctx, d, t.below)
	if !ok { // a comment is the last of the paragraph
		at, ok = s.siteAt(ctx, d, offset)
	}
	if !ok {
		return t, errNoPlace
	}
	t.places = at.each(keywords)
	return t, nil
}

// each is a place for each topic of a text.
func (p citeSite) each(text string) (all []citeSite) {
	for _, topic := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == ';' }) {
		if topic = strings.TrimSpace(strings.TrimLeft(topic, " \t-*+%")); topic != "" {
			p.asked = &topic
			all = append(all, p)
		}
	}
	return all
}
