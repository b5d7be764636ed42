package highlight

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Passage is a sentence that can be a highlight, and where it is.
type Passage struct {
	Text      string
	Title     string // of its section, "Abstract" for the abstract
	Section   int    // number of its section, among those that have passages
	Paragraph int    // number of its paragraph in the text
	Index     int    // position among all sentences of the text, those that were left out too
	Cites     int    // works that it cites
}

// Sentences outside these bounds are headings, captions and tables, or runs
// that the sentence splitter could not break. Unit: words that are no stop words.
const (
	shortestPassage = 4
	longestPassage  = 60
)

// Passages lists what can be a highlight of p: the sentences of its full text,
// or of its abstract where there is none, without thanks and formalities.
func Passages(p *Paper) []Passage {
	var all []Passage
	index, sections, paragraphs := 0, 0, 0
	for _, section := range textOf(p) {
		if !IsMatter(section.Title) {
			continue
		}
		before := len(all)
		for _, paragraph := range section.Paragraphs {
			for _, s := range paragraph {
				if n := contentWords(s.Text); n >= shortestPassage && n <= longestPassage {
					all = append(all, Passage{s.Text, section.Title, sections, paragraphs, index, len(s.Cites)})
				}
				index++
			}
			paragraphs++
		}
		if len(all) > before {
			sections++
		}
	}
	return all
}

func contentWords(s string) (n int) {
	text.EachToken(s, func(word string, _, _ int) bool {
		if !text.IsStop(word) {
			n++
		}
		return true
	})
	return n
}

// textOf is the full text, or the abstract as the only section of one.
func textOf(p *Paper) []Section {
	if len(p.Body) > 0 {
		return p.Body
	}
	var paragraph Paragraph
	for _, span := range text.Sentences(p.Abstract) {
		paragraph = append(paragraph, Sentence{Text: p.Abstract[span.Start:span.End]})
	}
	return []Section{{Title: AbstractSection, Paragraphs: []Paragraph{paragraph}}}
}

// IsMatter reports whether a section holds what the paper says, not thanks or formalities.
func IsMatter(title string) bool {
	title = strings.ToLower(title)
	for _, formal := range []string{"acknowledg", "reference", "bibliograph", "funding", "conflict", "competing", "contribution", "supplement", "appendix", "abbreviation", "availability", "ethic"} {
		if strings.Contains(title, formal) {
			return false
		}
	}
	return true
}
