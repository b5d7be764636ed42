package cite

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// Topics are the topics for a paragraph of related work.
type Topics struct {
	Sites []Site // one site per topic
	Below int    // offset in the line after which the paragraph is inserted
	Apart bool   // the line above the paragraph is running text, so a blank line must separate them
}

// TopicsIn returns the topics given by keywords, or else by the selected directives, or else by the
// selected text. If nothing is selected, it takes the topic from the text at the cursor.
func (w *Writer) TopicsIn(ctx context.Context, d *workspace.Document, selected doc.Span,
	keywords string) (t Topics, err error) {
	if d.Markup == nil {
		return t, ErrNoSite
	}
	siteAt := func(offset int) (Site, bool) { return w.SiteAt(ctx, d, offset) }
	if keywords != "" {
		t, err = topicsOfKeywords(siteAt, d, selected.End, keywords)
	} else if t = topicsOfDirectives(siteAt, d, selected); len(t.Sites) == 0 {
		if selected.Start >= selected.End || strings.TrimSpace(d.Text[selected.Start:selected.End]) == "" {
			t, err = topicsOfCursor(siteAt, d, selected.End)
		} else {
			t, err = topicsOfText(siteAt, d, selected)
		}
	}
	switch {
	case err != nil:
		return t, err
	case len(t.Sites) == 0:
		return t, errors.New("no topic is selected, and none can be taken from the text, heading or title at the cursor: " +
			"select scilit comments or keywords, with topics on separate lines or separated by semicolons")
	case len(t.Sites) > wire.MaxRelated:
		return t, fmt.Errorf("%d topics are selected: select at most %d", len(t.Sites), wire.MaxRelated)
	}
	return t, nil
}

// A siteFunc is Writer.SiteAt for a fixed document.
type siteFunc func(offset int) (Site, bool)

func topicsOfDirectives(siteAt siteFunc, d *workspace.Document, selected doc.Span) (t Topics) {
	m := d.Manuscript()
	for _, directive := range DirectivesIn(m, selected) {
		if at, ok := siteAt(directive.Start); ok {
			at.Directive = &directive
			t.Sites, t.Below = append(t.Sites, at), directive.End
			t.Apart = m.IsRunning(directive.Paragraph, t.Below)
		}
	}
	return t
}

// DirectivesIn returns the non-empty directives that overlap a selection.
func DirectivesIn(m *doc.Manuscript, selected doc.Span) (found []doc.Directive) {
	for _, directive := range m.Directives {
		if directive.Start <= selected.End && selected.Start <= directive.End && !m.IsMasked(directive.Start) &&
			directive.Text != "" {
			found = append(found, directive)
		}
	}
	return found
}

// topicsOfText reads topics from text, one per line or separated by semicolons. It removes the
// markup of lists and comments.
func topicsOfText(siteAt siteFunc, d *workspace.Document, selected doc.Span) (t Topics, err error) {
	text := strings.TrimRight(d.Text[selected.Start:selected.End], " \t\r\n")
	t.Below, t.Apart = selected.Start+len(text), true
	at, ok := siteAt(selected.Start)
	if !ok || d.Manuscript().IsCode(t.Below) {
		return t, ErrNoSite
	}
	at.topic = true
	t.Sites = at.each(text)
	return t, nil
}

// topicsOfKeywords reads topics separated by semicolons. The new paragraph goes below the paragraph
// that contains offset.
func topicsOfKeywords(siteAt siteFunc, d *workspace.Document, offset int, keywords string) (t Topics, err error) {
	m := d.Manuscript()
	t.Below = offset
	if i := m.ParagraphAt(offset); i >= 0 {
		t.Below = len(strings.TrimRight(d.Text[:m.Paragraphs[i].End], " \t\r\n"))
		t.Apart = m.IsRunning(i, t.Below)
	}
	at, ok := siteAt(t.Below)
	if !ok { // nothing can be cited at the end of a paragraph that ends with a comment
		at, ok = siteAt(offset)
	}
	if !ok {
		return t, ErrNoSite
	}
	t.Sites = at.each(keywords)
	return t, nil
}

// each returns one copy of the site for each topic in a text, with the topic as its keywords.
func (p Site) each(text string) (all []Site) {
	for _, topic := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == ';' }) {
		if topic = strings.TrimSpace(strings.TrimLeft(topic, " \t-*+%")); topic != "" {
			p.Asked = &topic
			all = append(all, p)
		}
	}
	return all
}
