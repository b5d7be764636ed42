package cite

import (
	"regexp"
	"sort"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// topicsOfCursor returns the topic if nothing is selected: the text of the paragraph
// at the cursor up to there, else the heading of the section, else the title.
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

// generic matches the headings that name a part of any paper.
var generic = regexp.MustCompile(`(?i)^(?:the )?(?:abstract|introduction|motivation|background|preliminaries|` +
	`(?:related|previous|prior) (?:works?|research|studies)|(?:literature|state of the art|review).*|` +
	`methods?|methodology|materials and methods|data|experiments?|results?|evaluation|discussion|conclusions?|` +
	`future work|limitations?|acknowledge?ments?|references|appendix)(?: (?:and|&) \w+)*$`)

// headingAt returns the heading of the section at offset without its markup, and
// where text below it goes: offset, unless that is on the line of the heading.
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

// Label names the topic of a site to the user: its keywords, else the end of the
// text before it.
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

// maxLabel bounds the label of a topic, in characters.
const maxLabel = 60
