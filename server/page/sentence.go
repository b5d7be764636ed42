package page

import (
	"cmp"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/display"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
)

// citePlace marks the place of a citation in a sentence without markup.
const citePlace = "#CIT"

// A sentence is a citing sentence. The citation goes between Before and After.
type sentence struct {
	Before, Citation, After string
	Evidence                string // sentence of the paper that supports this one
	Section                 string // section that contains the evidence
	Support                 int    // support score in percent
	Note                    string
	Form                    string // name of the form for people

	textual bool
}

// firstSentence returns the best sentence of a draft, or nil.
func firstSentence(drafted wire.DraftReply, byline, title string) *sentence {
	all := sentencesOf(drafted, byline, title)
	if len(all) == 0 {
		return nil
	}
	return &all[0]
}

// sentencesOf returns the sentences of a draft as plain text, best first.
func sentencesOf(drafted wire.DraftReply, byline, title string) (all []sentence) {
	for _, d := range drafted.Sentences {
		all = append(all, newSentence(d, byline, title))
	}
	return all
}

func newSentence(d wire.CitingSentence, byline, title string) sentence {
	before, after, _ := strings.Cut(d.MarkedSentence.Sentence, citePlace)
	return sentence{
		Before: before, After: after, Citation: citation(byline, title, d.Textual), textual: d.Textual,
		Evidence: d.Evidence.Text, Section: d.Evidence.Section, Support: percent(d.Support), Note: d.Note,
		Form: display.Form(d.Form),
	}
}

// Plain returns the sentence with the authors and the year in place of the citation.
func (s sentence) Plain() string { return s.Before + s.Citation + s.After }

// citation returns "Martins et al. (2009)" or "(Martins et al., 2009)". If the authors are unknown,
// it uses the title instead.
func citation(byline, title string, textual bool) string {
	byline = cmp.Or(byline, "“"+title+"”")
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

// A Markup formats citing sentences in one markup language.
type Markup struct {
	Name  string
	Write func(before string, keys []string, after string, textual bool) string
}

// A markupText is a text in a markup language.
type markupText struct{ Name, Text string }

// inMarkups returns the sentences as a paragraph in each markup language. keys are those that each
// sentence cites.
func (p *page) inMarkups(sentences []sentence, keys [][]string) (all []markupText) {
	for _, m := range p.Markups {
		var parts []string
		for i, s := range sentences {
			parts = append(parts, m.Write(s.Before, keys[i], s.After, s.textual))
		}
		all = append(all, markupText{m.Name, strings.Join(parts, " ")})
	}
	return all
}
