package corpus

import (
	"html"
	"regexp"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// CSL JSON: what Zotero, Mendeley, Pandoc and Crossref export.

func isCSL(h head) bool {
	return h.has("title", "type") || h.has("title", "issued") || h.has("title", "container-title")
}

func readCSL(in *input, out sink) error {
	return eachRecord(in, newScanner(in.Reader).next, jsonDecoder(cslRecord.paper), out)
}

type cslRecord struct {
	Title     Loose     `json:"title"`
	Authors   []cslName `json:"author"`
	Editors   []cslName `json:"editor"`
	Abstract  Loose     `json:"abstract"`
	Container Loose     `json:"container-title"`
	Event     Loose     `json:"event-title"`
	DOI       Loose
	URL       Loose
	Volume    Loose   `json:"volume"`
	Issue     Loose   `json:"issue"`
	Page      Loose   `json:"page"`
	Publisher Loose   `json:"publisher"`
	Issued    cslDate `json:"issued"`
	ID        Loose   `json:"id"`
	Key       Loose   `json:"citation-key"`
}

type cslName struct {
	Family   Loose `json:"family"`
	Given    Loose `json:"given"`
	Particle Loose `json:"non-dropping-particle"`
	Dropping Loose `json:"dropping-particle"`
	Suffix   Loose `json:"suffix"`
	Literal  Loose `json:"literal"`
}

type cslDate struct {
	Parts   [][]Loose `json:"date-parts"`
	Raw     Loose     `json:"raw"`
	Literal Loose     `json:"literal"`
}

func (r cslRecord) paper() *engine.Paper {
	names := r.Authors
	if len(names) == 0 {
		names = r.Editors
	}
	p := &engine.Paper{
		Title: plainHTML(string(r.Title)), Abstract: plainHTML(string(r.Abstract)), Venue: html.UnescapeString(firstOf(r.Container, r.Event)),
		DOI: string(r.DOI), URL: string(r.URL), Volume: string(r.Volume), Issue: string(r.Issue), Pages: string(r.Page),
		Publisher: string(r.Publisher), Key: citationKey(r.Key, r.ID),
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

// tag is markup as titles and abstracts of exports have it; "p < 0.05" is none.
var tag = regexp.MustCompile(`</?[A-Za-z][\w:-]*(?:\s[^<>]*)?/?>`)

func plainHTML(s string) string { return html.UnescapeString(tag.ReplaceAllString(s, "")) }
