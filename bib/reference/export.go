package reference

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
)

// Formats are the names of what Export writes.
var Formats = []string{"plain", "bibtex", "biblatex", "csl-json", "ris"}

// Export writes works in a format, plain references in a style. The error names
// the formats.
func Export(works []Work, format string, style Style) (string, error) {
	if format == "csl-json" {
		return cslJSON(works), nil
	}
	var out []string
	for _, w := range works {
		switch format {
		case "plain":
			out = append(out, w.Plain(style)+"\n")
		case "bibtex":
			out = append(out, bibTeX(w.entry))
		case "biblatex":
			out = append(out, bibLaTeX(w.entry))
		case "ris":
			out = append(out, w.ris())
		default:
			return "", fmt.Errorf("%q is no format of references: use one of %s", format, strings.Join(Formats, ", "))
		}
	}
	return strings.Join(out, "\n"), nil
}

// A cslItem is a work in the words of the Citation Style Language.
type cslItem struct {
	ID             string    `json:"id"`
	Type           kind      `json:"type"`
	Title          string    `json:"title,omitempty"`
	Author         []cslName `json:"author,omitempty"`
	Editor         []cslName `json:"editor,omitempty"`
	Issued         *cslDate  `json:"issued,omitempty"`
	Container      string    `json:"container-title,omitempty"`
	Series         string    `json:"collection-title,omitempty"`
	SeriesNumber   string    `json:"collection-number,omitempty"`
	Volume         string    `json:"volume,omitempty"`
	Issue          string    `json:"issue,omitempty"`
	Number         string    `json:"number,omitempty"`
	Page           string    `json:"page,omitempty"`
	Edition        string    `json:"edition,omitempty"`
	Genre          string    `json:"genre,omitempty"`
	Publisher      string    `json:"publisher,omitempty"`
	PublisherPlace string    `json:"publisher-place,omitempty"`
	DOI            string    `json:"DOI,omitempty"`
	URL            string    `json:"URL,omitempty"`
	Language       string    `json:"language,omitempty"`
}

type cslName struct {
	Family   string `json:"family,omitempty"`
	Given    string `json:"given,omitempty"`
	Particle string `json:"dropping-particle,omitempty"`
	Suffix   string `json:"suffix,omitempty"`
	Literal  string `json:"literal,omitempty"`
}

type cslDate struct {
	Parts   [][]int `json:"date-parts,omitempty"`
	Literal string  `json:"literal,omitempty"`
}

// noCase marks what keeps its case as CSL processors know it.
var noCase = strings.NewReplacer(string(protect), `<span class="nocase">`, string(release), "</span>")

func cslJSON(works []Work) string {
	items := []cslItem{}
	for _, w := range works {
		items = append(items, w.csl())
	}
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(items); err != nil {
		panic(err) // texts and numbers always encode
	}
	return out.String()
}

func (w Work) csl() cslItem {
	item := cslItem{
		ID: w.Key, Type: w.kind, Title: noCase.Replace(w.title), Author: cslNames(w.authors, w.others), Editor: cslNames(w.editors, false),
		Issued: w.cslIssued(), Container: noCase.Replace(w.container), Series: w.series, Volume: w.volume,
		Page: strings.ReplaceAll(w.pages, "–", "-"), Edition: w.edition, Genre: w.genre,
		Publisher: w.publisher, PublisherPlace: w.place, DOI: w.doi, URL: w.url,
	}
	switch w.kind {
	case article:
		item.Issue = w.number
	case inProceedings, chapter, book:
		item.SeriesNumber = w.number
	default:
		item.Number = w.number
	}
	if !w.english {
		item.Language = w.entry.Field("langid")
	}
	return item
}

func cslNames(names []bib.Name, others bool) (all []cslName) {
	for _, n := range names {
		before, family := particle(n.Family)
		if n.Given == "" && n.Suffix == "" {
			all = append(all, cslName{Literal: typeset(n.Family)})
			continue
		}
		all = append(all, cslName{Family: family, Given: n.Given, Particle: before, Suffix: n.Suffix})
	}
	if others {
		all = append(all, cslName{Literal: "others"})
	}
	return all
}

func (w Work) cslIssued() *cslDate {
	year := number(w.year)
	switch {
	case w.year == "":
		return nil
	case year == 0:
		return &cslDate{Literal: w.year}
	case w.month > 0 && w.day > 0:
		return &cslDate{Parts: [][]int{{year, w.month, w.day}}}
	case w.month > 0:
		return &cslDate{Parts: [][]int{{year, w.month}}}
	}
	return &cslDate{Parts: [][]int{{year}}}
}

// A paper of a conference is CONF, as Zotero writes it; fewer programs know CPAPER.
var risTypes = map[kind]string{
	article: "JOUR", inProceedings: "CONF", book: "BOOK", chapter: "CHAP", thesis: "THES", report: "RPRT", webpage: "ELEC", manuscript: "UNPB", document: "GEN",
}

// ris is a record of the format that reference managers exchange.
func (w Work) ris() string {
	var out strings.Builder
	tag := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&out, "%s  - %s\n", name, unmarked.Replace(value))
		}
	}
	tag("TY", risTypes[w.kind])
	tag("ID", w.Key)
	for _, n := range w.authors {
		tag("AU", joined(", ", n.Family, n.Given, n.Suffix))
	}
	for _, n := range w.editors {
		tag("ED", joined(", ", n.Family, n.Given, n.Suffix))
	}
	tag("TI", w.title)
	tag("T2", w.container)
	tag("PY", w.year)
	if w.month > 0 && number(w.year) > 0 {
		tag("DA", strings.TrimSuffix(fmt.Sprintf("%s/%02d/%02d", w.year, w.month, w.day), "/00"))
	}
	tag("VL", w.volume)
	tag("IS", w.number)
	first, last, _ := strings.Cut(w.pages, "–")
	tag("SP", first)
	tag("EP", strings.TrimLeft(last, "–"))
	tag("ET", w.edition)
	tag("PB", w.publisher)
	tag("CY", w.place)
	tag("M3", w.genre)
	tag("DO", w.doi)
	tag("UR", w.url)
	out.WriteString("ER  - \n")
	return out.String()
}
