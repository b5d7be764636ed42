package evidence

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Passage is a verbatim paragraph of a paper, or part of a long paragraph.
type Passage struct {
	Text    string
	Section string // title of the section that contains it
	// Index is the number of the paragraph in the full text, from 1. It is 0 for the abstract.
	Index int
}

// Limits on the passages, in bytes except maxPassages.
const (
	maxPassage  = 1000 // a longer paragraph is split between sentences
	maxAbstract = 400  // lower than maxPassage, since an abstract is a single paragraph
	maxPaper    = 1 << 20
	maxPassages = 2000
)

// PassagesOf splits a paper's abstract and full text into passages. It skips acknowledgements and
// similar sections.
func PassagesOf(p *engine.Paper) []Passage {
	r := reader{left: maxPaper}
	r.add(highlight.AbstractSection, 0, maxAbstract, text.SplitSentences(text.Cut(p.Abstract, maxPaper)))
	index := 0
	for _, section := range p.Body {
		matters := highlight.IsMatter(section.Title)
		for _, paragraph := range section.Paragraphs {
			if index++; r.full() {
				return r.passages
			}
			if !matters {
				continue
			}
			sentences := make([]string, len(paragraph))
			for i, s := range paragraph {
				sentences[i] = s.Text
			}
			r.add(section.Title, index, maxPassage, sentences)
		}
	}
	return r.passages
}

// A reader collects passages up to the limits.
type reader struct {
	passages []Passage
	left     int // number of bytes left until maxPaper
}

func (r *reader) full() bool { return r.left <= 0 || len(r.passages) >= maxPassages }

// add joins sentences into passages of at most size bytes. It splits longer sentences.
func (r *reader) add(section string, index, size int, sentences []string) {
	var part strings.Builder
	flush := func() {
		if part.Len() > 0 && !r.full() {
			r.passages = append(r.passages, Passage{part.String(), section, index})
			r.left -= part.Len()
		}
		part.Reset()
	}
	for _, s := range sentences {
		s = text.OneLine(text.Cut(s, r.left))
		for len(s) > size {
			flush()
			head := text.Cut(s, size)
			part.WriteString(head)
			s = s[max(1, len(head)):]
		}
		if part.Len() > 0 && part.Len()+1+len(s) > size {
			flush()
		}
		if part.Len() > 0 && s != "" {
			part.WriteByte(' ')
		}
		part.WriteString(s)
		if r.full() {
			return
		}
	}
	flush()
}
