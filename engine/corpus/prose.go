package corpus

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A numbering maps the identifiers of references to their indexes.
type numbering map[string]int

// of returns the index of a reference, or -1 if it is not in the list.
func (n numbering) of(id string) int {
	if i, known := n[id]; known {
		return i
	}
	return -1
}

// A bodyWriter collects the paragraphs of a body.
type bodyWriter struct {
	number numbering
	body   []engine.Section
	out    prose
}

func (t *bodyWriter) endParagraph(title string) {
	t.body = addParagraph(t.body, title, t.out.paragraph())
}

// prose collects the text of a paragraph with its citation marks. It collapses white space while
// writing, so that the offsets of marks remain correct.
type prose struct {
	text  strings.Builder
	cites []engine.CiteSpan
	space bool // whether the last character was white space
}

func (p *prose) write(s string) {
	for s != "" {
		r, size := utf8.DecodeRuneInString(s)
		if unicode.IsSpace(r) {
			p.space, s = true, s[size:]
			continue
		}
		end := strings.IndexFunc(s, unicode.IsSpace)
		if end < 0 {
			end = len(s)
		}
		p.word(s[:end])
		s = s[end:]
	}
}

func (p *prose) word(s string) {
	if p.space && p.text.Len() > 0 {
		p.text.WriteByte(' ')
	}
	p.space = false
	p.text.WriteString(strings.ToValidUTF8(s, "\uFFFD"))
}

// mark calls write and records the written text as a citation mark. reference is the index of the
// cited reference, or -1 if it is not in the list.
func (p *prose) mark(write func(), reference int) {
	before := p.text.Len()
	write()
	start := before
	if s := p.text.String()[before:]; strings.HasPrefix(s, " ") {
		start++
	}
	if end := p.text.Len(); start < end {
		p.cites = append(p.cites, engine.CiteSpan{Start: start, End: end, Reference: reference})
	}
}

// paragraph returns the collected text as sentences and resets p.
func (p *prose) paragraph() engine.Paragraph {
	all := sentences(p.text.String(), p.cites)
	*p = prose{}
	return all
}

// sentences splits s into sentences. Each gets the citation marks that begin in it.
func sentences(s string, cites []engine.CiteSpan) (all engine.Paragraph) {
	cites = slices.Clone(cites)
	slices.SortStableFunc(cites, func(a, b engine.CiteSpan) int { return a.Start - b.Start })
	for _, span := range text.Sentences(s) {
		sentence := engine.Sentence{Text: s[span.Start:span.End]}
		for len(cites) > 0 && cites[0].Start < span.End {
			if c := cites[0]; c.Start >= span.Start && c.Start < c.End {
				c.Start, c.End = c.Start-span.Start, min(c.End, span.End)-span.Start
				sentence.Cites = append(sentence.Cites, c)
			}
			cites = cites[1:]
		}
		all = append(all, sentence)
	}
	return all
}

// addParagraph adds a paragraph to the last section, or to a new one if the title differs.
func addParagraph(body []engine.Section, title string, p engine.Paragraph) []engine.Section {
	if len(p) == 0 {
		return body
	}
	if last := len(body) - 1; last < 0 || body[last].Title != title {
		body = append(body, engine.Section{Title: title})
	}
	last := &body[len(body)-1]
	last.Paragraphs = append(last.Paragraphs, p)
	return body
}

// byteOffsets returns a function that converts character offsets to byte offsets. The function returns
// -1 for an offset outside s.
func byteOffsets(s string) func(character int) int {
	var starts []int
	if utf8.RuneCountInString(s) < len(s) {
		for at := range s {
			starts = append(starts, at)
		}
		starts = append(starts, len(s))
	}
	return func(character int) int {
		switch {
		case character < 0 || character > len(s) || starts != nil && character >= len(starts):
			return -1
		case starts != nil:
			return starts[character]
		}
		return character
	}
}
