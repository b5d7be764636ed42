package cite

import (
	"regexp"
	"sort"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// topicsOfCursor returns the topic to search for if nothing is selected: the paragraph up to the
// cursor, or else the section heading, or else the title.
func topicsOfCursor(siteAt siteFunc, d *workspace.Document, offset int) (t Topics, err error) {
	m := d.Manuscript()
	if i := m.ParagraphAt(offset); i >= 0 && m.IsRunning(i, m.Paragraphs[i].End) {
		if at, ok := siteAt(offset); ok {
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
	return topicsOfKeywords(siteAt, d, below, heading)
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

// maxLabel is the maximum length of a topic's label, in characters.
const maxLabel = 60
