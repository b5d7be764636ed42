package page

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/display"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/bib/reference"
)

// A format is a citation style, or an export format that has no styles.
type format struct {
	Value, Name string // value in URLs, and name for users
	reference.Format
	style string
}

// formats returns the citation styles, followed by the formats that have no styles.
func formats() (all []format) {
	plain, others := reference.Formats[0], reference.Formats[1:]
	for _, s := range reference.Styles {
		all = append(all, format{strings.ToLower(s.Label), s.Label, plain, s.Name})
	}
	for _, f := range others {
		all = append(all, format{f.Name, f.Label, f, ""})
	}
	return all
}

// references returns the references of papers in a format.
func (p *page) references(ctx context.Context, papers refs, f format) (wire.References, error) {
	return p.Engines.Cite(ctx, wire.ReferencesRequest{Papers: papers, Format: f.Format.Name, Style: f.style})
}

// A formattedList is text that the user can copy or download.
type formattedList struct{ Name, Text, Address string }

// inFormats returns the references of papers in every format, and their citation keys.
func (p *page) inFormats(ctx context.Context, papers refs) (all []formattedList, keys []string, err error) {
	for _, f := range formats() {
		cited, err := p.references(ctx, papers, f)
		if err != nil {
			return nil, nil, err
		}
		v := url.Values{"format": {f.Value}}
		for _, ref := range papers {
			v.Add("paper", refValue(ref))
		}
		all, keys = append(all, formattedList{f.Name, cited.Text, address("/export", v)}), cited.Keys
	}
	return all, keys, nil
}

// export serves references as a file to download.
func (p *page) export(w http.ResponseWriter, r *http.Request) {
	cited, f, err := p.exportOf(r)
	if err != nil {
		v, status := p.failure(r, err)
		p.show(w, r, v, status)
		return
	}
	w.Header().Set("Content-Type", f.MediaType)
	w.Header().Set("Content-Disposition", `attachment; filename="`+f.File+`"`)
	_, _ = w.Write([]byte(cited.Text))
}

func (p *page) exportOf(r *http.Request) (wire.References, format, error) {
	if err := r.ParseForm(); err != nil {
		return wire.References{}, format{}, errForm
	}
	for _, f := range formats() {
		if f.Value == r.Form.Get("format") {
			cited, err := p.references(r.Context(), refsIn(r.Form["paper"]), f)
			return cited, f, err
		}
	}
	return wire.References{}, format{}, errNoPage
}

// citePlace is the placeholder for the citation in a sentence without markup.
const citePlace = "#CIT"

// A sentence is a citing sentence. The citation goes between Before and After.
type sentence struct {
	Before, Citation, After string
	Evidence                string // sentence of the paper that supports this one
	Section                 string // section that contains the evidence
	Support                 int    // support score in percent
	Note                    string
	Form                    string // name of the form, as shown to users

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

// A markupText is text in a markup language.
type markupText struct{ Name, Text string }

// inMarkups returns the sentences, which cite the given keys, as a paragraph in each markup.
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
