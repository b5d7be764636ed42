package highlight

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Passage is a candidate sentence with its position.
type Passage struct {
	Text      string
	Title     string // section title; AbstractSection for the abstract
	Section   int    // index among the sections that contain passages
	Paragraph int    // index of the paragraph in the text
	Index     int    // index among all sentences of the text, including skipped ones
	Cites     int    // number of cited works
}

// Limits on the number of words in a passage, excluding stop words. Shorter texts are headings,
// captions and tables. Longer ones are sentence-splitting errors.
const (
	shortestPassage = 4
	longestPassage  = 60
)

// Passages returns the sentences of p's full text, or of its abstract if p has no full text. It
// skips acknowledgements and similar sections.
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

// textOf returns the full text, or the abstract as a single section.
func textOf(p *Paper) []Section {
	if len(p.Body) > 0 {
		return p.Body
	}
	var paragraph Paragraph
	for _, s := range text.SplitSentences(p.Abstract) {
		paragraph = append(paragraph, Sentence{Text: s})
	}
	return []Section{{Title: AbstractSection, Paragraphs: []Paragraph{paragraph}}}
}

// IsMatter reports whether a section has scientific content. Sections such as acknowledgements and
// funding do not.
func IsMatter(title string) bool { return !containsAny(strings.ToLower(title), formalities) }

var formalities = []string{
	"acknowledg", "reference", "bibliograph", "funding", "conflict", "competing", "contribution", "supplement",
	"appendix", "abbreviation", "availability", "ethic",
}
