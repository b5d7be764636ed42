package corpus

import (
	"html"
	"regexp"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// This file reads CSL JSON, exported by Zotero, Mendeley, Pandoc and Crossref.

type cslRecord struct {
	Title     Scalar    `json:"title"`
	Authors   []cslName `json:"author"`
	Editors   []cslName `json:"editor"`
	Abstract  Scalar    `json:"abstract"`
	Container Scalar    `json:"container-title"`
	Event     Scalar    `json:"event-title"`
	DOI       Scalar
	URL       Scalar
	Volume    Scalar  `json:"volume"`
	Issue     Scalar  `json:"issue"`
	Page      Scalar  `json:"page"`
	Publisher Scalar  `json:"publisher"`
	Issued    cslDate `json:"issued"`
	ID        Scalar  `json:"id"`
	Key       Scalar  `json:"citation-key"`
	Kind      Scalar  `json:"type"`
	Genre     Scalar  `json:"genre"`
}

type cslName struct {
	Family   Scalar `json:"family"`
	Given    Scalar `json:"given"`
	Particle Scalar `json:"non-dropping-particle"`
	Dropping Scalar `json:"dropping-particle"`
	Suffix   Scalar `json:"suffix"`
	Literal  Scalar `json:"literal"`
}

type cslDate struct {
	Parts   [][]Scalar `json:"date-parts"`
	Raw     Scalar     `json:"raw"`
	Literal Scalar     `json:"literal"`
}

func (r cslRecord) paper() *engine.Paper {
	names := r.Authors
	if len(names) == 0 {
		names = r.Editors
	}
	p := &engine.Paper{
		Title: PlainText(string(r.Title)), Abstract: PlainText(string(r.Abstract)),
		Venue: html.UnescapeString(firstOf(r.Container, r.Event)),
		DOI:   string(r.DOI), URL: string(r.URL), Volume: string(r.Volume), Issue: string(r.Issue), Pages: string(r.Page),
		Publisher: string(r.Publisher), Key: citationKey(r.Key, r.ID),
		EntryType: bib.TypeNamed(string(r.Kind), string(r.Genre)),
	}
	for _, n := range names {
		if a := n.author(); a.Family != "" {
			p.Authors = append(p.Authors, a)
		}
	}
	p.Year, p.Month = r.Issued.yearAndMonth()
	return p
}

func (n cslName) author() engine.Author {
	if n.Family == "" {
		return engine.Author{Family: firstOf(n.Literal, n.Given)}
	}
	return engine.Author{
		Given:  oneLine(string(n.Given + " " + n.Dropping)),
		Family: oneLine(string(n.Particle + " " + n.Family + " " + n.Suffix)),
	}
}

func (d cslDate) yearAndMonth() (year, month int) {
	if len(d.Parts) == 0 || len(d.Parts[0]) == 0 {
		return yearIn(firstOf(d.Raw, d.Literal)), 0
	}
	if len(d.Parts[0]) > 1 {
		month = d.Parts[0][1].Number()
	}
	return d.Parts[0][0].Number(), month
}

// tag matches markup in titles and abstracts, but not "p < 0.05".
var tag = regexp.MustCompile(`</?[A-Za-z][\w:-]*(?:\s[^<>]*)?/?>`)

// PlainText returns a title or an abstract without tags and entities.
func PlainText(s string) string { return html.UnescapeString(tag.ReplaceAllString(s, "")) }
