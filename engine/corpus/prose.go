package corpus

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// prose collects the text of a paragraph and its citation marks. White space
// becomes one space on the way, so that offsets are those of the result.
type prose struct {
	text  strings.Builder
	cites []engine.CiteSpan
	space bool // white space came last
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

// mark writes what write writes, as the citation of a reference, -1 where it is
// not in the list.
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

// paragraph returns what was written, cut into sentences, and starts anew.
func (p *prose) paragraph() engine.Paragraph {
	all := sentences(p.text.String(), p.cites)
	*p = prose{}
	return all
}

// sentences cuts s into sentences; each gets the marks that start in it.
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

// addParagraph adds a paragraph to the last section, or to a new one where the
// title is another.
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

// byteOffsets returns the function from offsets in characters to offsets in
// bytes, -1 for what is outside of s.
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
