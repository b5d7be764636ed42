package cite

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"sort"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// Topics are the topics for a paragraph of related work.
type Topics struct {
	Sites []Site // one site per topic
	Below int    // the paragraph is inserted below the line with this offset
	Apart bool   // the line above the paragraph is running text, so a blank line must separate them
}

// TopicsIn returns the topics given by keywords, or else by the selected directives, or else by the
// selected text. If nothing is selected, it takes the topic from the text at the cursor.
func (w *Writer) TopicsIn(ctx context.Context, d *workspace.Document, selected doc.Span,
	keywords string) (t Topics, err error) {
	if d.Markup == nil {
		return t, ErrNoSite
	}
	if keywords != "" {
		t, err = w.topicsOfKeywords(ctx, d, selected.End, keywords)
	} else if t = w.topicsOfDirectives(ctx, d, selected); len(t.Sites) == 0 {
		if selected.Start >= selected.End || strings.TrimSpace(d.Text[selected.Start:selected.End]) == "" {
			t, err = w.topicsOfCursor(ctx, d, selected.End)
		} else {
			t, err = w.topicsOfText(ctx, d, selected)
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

func (w *Writer) topicsOfDirectives(ctx context.Context, d *workspace.Document, selected doc.Span) (t Topics) {
	m := d.Manuscript()
	for _, directive := range DirectivesIn(m, selected) {
		if at, ok := w.SiteAt(ctx, d, directive.Start); ok {
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
func (w *Writer) topicsOfText(ctx context.Context, d *workspace.Document, selected doc.Span) (t Topics, err error) {
	text := strings.TrimRight(d.Text[selected.Start:selected.End], " \t\r\n")
	t.Below, t.Apart = selected.Start+len(text), true
	at, ok := w.SiteAt(ctx, d, selected.Start)
	if !ok || d.Manuscript().IsCode(t.Below) {
		return t, ErrNoSite
	}
	at.topic = true
	t.Sites = at.each(text)
	return t, nil
}

// topicsOfKeywords reads topics separated by semicolons. The new paragraph goes below the paragraph
// that contains offset.
func (w *Writer) topicsOfKeywords(ctx context.Context, d *workspace.Document, offset int,
	keywords string) (t Topics, err error) {
	m := d.Manuscript()
	t.Below = offset
	if i := m.ParagraphAt(offset); i >= 0 {
		t.Below = len(strings.TrimRight(d.Text[:m.Paragraphs[i].End], " \t\r\n"))
		t.Apart = m.IsRunning(i, t.Below)
	}
	at, ok := w.SiteAt(ctx, d, t.Below)
	if !ok { // nothing can be cited at the end of a paragraph that ends with a comment
		at, ok = w.SiteAt(ctx, d, offset)
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

// topicsOfCursor returns the topic to search for if nothing is selected: the paragraph up to the
// cursor, or else the section heading, or else the title.
func (w *Writer) topicsOfCursor(ctx context.Context, d *workspace.Document, offset int) (t Topics, err error) {
	m := d.Manuscript()
	if i := m.ParagraphAt(offset); i >= 0 && m.IsRunning(i, m.Paragraphs[i].End) {
		if at, ok := w.SiteAt(ctx, d, offset); ok {
			at.topic, at.Directive = true, nil
			end := len(strings.TrimRight(d.Text[:m.Paragraphs[i].End], " \t\r\n"))
			return Topics{Sites: []Site{at}, Below: end, Apart: true}, nil
		}
	}
	heading, below := headingAt(d, m, offset)
	if heading == "" || generic.MatchString(heading) {
		heading = m.Title
	}
	if heading == "" {
		return t, nil
	}
	return w.topicsOfKeywords(ctx, d, below, heading)
}

// generic matches headings that could occur in any paper.
var generic = regexp.MustCompile(`(?i)^(?:the )?(?:abstract|introduction|motivation|background|preliminaries|` +
	`(?:related|previous|prior) (?:works?|research|studies)|(?:literature|state of the art|review).*|` +
	`methods?|methodology|materials and methods|data|experiments?|results?|evaluation|discussion|conclusions?|` +
	`future work|limitations?|acknowledge?ments?|references|appendix)(?: (?:and|&) \w+)*$`)

// headingAt returns the heading, without markup, of the section that contains offset. below is a
// position in the section's text: offset itself, or the next line if offset is in the heading.
func headingAt(d *workspace.Document, m *doc.Manuscript, offset int) (heading string, below int) {
	i := sort.SearchInts(m.Headings, offset+1) - 1
	if i < 0 {
		return "", offset
	}
	line, _, _ := strings.Cut(d.Text[m.Headings[i]:], "\n")
	if end := m.Headings[i] + len(line); offset <= end {
		offset = min(end+1, len(d.Text))
	}
	return headingText(d.Markup, strings.TrimSpace(line)), offset
}

var (
	headingCommand = regexp.MustCompile(`^\\[a-zA-Z]+\*?\s*(?:\[[^\]]*\])?\s*\{`)
	headingMarks   = regexp.MustCompile(`^[#=*]+\s+|\s*#+$|\s*\{#[^}]*\}$|\s*<[\w:.-]+>$`)
)

func headingText(markup *workspace.Markup, line string) string {
	if command := headingCommand.FindString(line); command != "" {
		line = line[len(command):]
		for i, depth := 0, 1; i < len(line); i++ {
			switch line[i] {
			case '{':
				depth++
			case '}':
				depth--
			}
			if depth == 0 {
				line = line[:i]
			}
		}
	} else {
		line = headingMarks.ReplaceAllString(line, "")
	}
	return strings.Trim(plainText(markup, line+"\n"), " .")
}

// Label returns the topic of a site for display: its keywords, or else the start of the last
// sentence before it.
func (p Site) Label() string {
	if keywords := p.Keywords(); keywords != "" {
		return keywords
	}
	context := p.Context()
	if len(context) == 0 {
		return ""
	}
	label := []rune(context[len(context)-1])
	if len(label) > maxLabel {
		label = append(label[:maxLabel-1], '…')
	}
	return string(label)
}

const maxLabel = 60 // maximum length of a topic's label, in characters
