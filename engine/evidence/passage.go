package evidence

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Passage is a paragraph of a paper, or a part of a long one, word by word.
type Passage struct {
	Text    string
	Section string // its title
	// Index is the number of the paragraph in the full text, from 1; it is 0 in the abstract.
	Index int
}

// Bounds of what is read of a paper. Unit: bytes, but for maxPassages.
const (
	maxPassage  = 1000 // longer paragraphs are split between sentences
	maxAbstract = 400  // parts of an abstract are shorter, since it has only one paragraph
	maxPaper    = 1 << 20
	maxPassages = 2000
)

// PassagesOf are the parts of a paper's abstract and the paragraphs of its full text,
// in order, but for thanks and formalities.
func PassagesOf(p *engine.Paper) []Passage {
	r := reader{left: maxPaper}
	r.add(highlight.AbstractSection, 0, maxAbstract, sentencesOf(text.Cut(p.Abstract, maxPaper)))
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

func sentencesOf(s string) []string {
	spans := text.Sentences(s)
	all := make([]string, len(spans))
	for i, span := range spans {
		all[i] = s[span.Start:span.End]
	}
	return all
}

// A reader collects passages until it has read enough.
type reader struct {
	passages []Passage
	left     int // bytes
}

func (r *reader) full() bool { return r.left <= 0 || len(r.passages) >= maxPassages }

// add cuts sentences into passages of at most size bytes, where none is longer by itself.
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
		for len(s) > size { // a sentence that nothing divides
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
