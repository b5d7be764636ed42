package page

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
)

// citePlace is where the citation goes in a sentence for no markup.
const citePlace = "#CIT"

// A sentence cites a paper between Before and After.
type sentence struct {
	Before, Citation, After string
	Evidence                string // the sentence of the paper that shows it
	Section                 string // of the evidence
	Support                 int    // percent
	Note                    string

	textual bool
}

// firstSentence is the best one as people read it; nil where there is none.
func firstSentence(drafted app.Drafted, byline, title string) *sentence {
	if len(drafted.Sentences) == 0 {
		return nil
	}
	d := drafted.Sentences[0]
	before, after, _ := strings.Cut(d.Sentence.Sentence, citePlace)
	return &sentence{
		Before: before, After: after, Citation: citation(byline, title, d.Textual), textual: d.Textual,
		Evidence: d.Evidence.Text, Section: d.Evidence.Section, Support: percent(d.Support), Note: d.Note,
	}
}

// Plain is the sentence with authors and year as its citation.
func (s sentence) Plain() string { return s.Before + s.Citation + s.After }

// citation is "Martins et al. (2009)" or "(Martins et al., 2009)"; the paper's title
// takes the place of a byline that is not known.
func citation(byline, title string, textual bool) string {
	if byline == "" {
		byline = "“" + title + "”"
	}
	names, year := byline, ""
	if at := strings.LastIndexByte(byline, ' '); at > 0 && number(byline[at+1:]) > 0 {
		names, year = byline[:at], byline[at+1:]
	}
	switch {
	case year == "" && textual:
		return names
	case year == "":
		return "(" + names + ")"
	case textual:
		return names + " (" + year + ")"
	}
	return "(" + names + ", " + year + ")"
}

// A Markup writes a sentence that cites a work by its key.
type Markup struct {
	Name  string
	Write func(before, key, after string, textual bool) string
}

// A written text is one in a markup.
type written struct{ Name, Text string }

// inMarkups is a paragraph of sentences in each markup.
func (p *page) inMarkups(sentences []sentence, keys []string) (all []written) {
	for _, m := range p.Markups {
		var parts []string
		for i, s := range sentences {
			parts = append(parts, m.Write(s.Before, keys[i], s.After, s.textual))
		}
		all = append(all, written{m.Name, strings.Join(parts, " ")})
	}
	return all
}
