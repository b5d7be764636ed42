package reference

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
)

// A Format is a file format for references. Formats in [Formats] are available in every command and
// menu.
type Format struct {
	Name      string // name in flags and requests
	Label     string // name in menus
	File      string // default file name
	MediaType string

	write func(works []Work, style Style) string
}

// Formats lists all formats. The first one is plain text in a citation style.
var Formats = []Format{
	{"plain", "Text", "references.txt", "text/plain; charset=utf-8", plain},
	{"bibtex", "BibTeX", "references.bib", "application/x-bibtex; charset=utf-8",
		listOf(func(w Work) string { return bibTeX(w.entry) })},
	{"biblatex", "BibLaTeX", "references.bib", "application/x-bibtex; charset=utf-8",
		listOf(func(w Work) string { return bibLaTeX(w.entry) })},
	{"csl-json", "CSL JSON", "references.json", "application/vnd.citationstyles.csl+json",
		func(works []Work, _ Style) string { return cslJSON(works) }},
	{"ris", "RIS", "references.ris", "application/x-research-info-systems; charset=utf-8", listOf(Work.ris)},
}

// Plain is the name of the plain text format, the only one to which styles apply.
const Plain = "plain"

// FormatNames returns the names of all formats.
func FormatNames() []string {
	return each(Formats, func(_ int, f Format) string { return f.Name })
}

// Export formats works in a format. The style applies only to plain text; "" selects
// [DefaultStyle]. Errors list the valid formats or styles.
func Export(works []Work, format, style string) (string, error) {
	written, ok := StyleNamed(style)
	if !ok && style != "" {
		return "", fmt.Errorf("unknown reference style %q: use one of %s", style, strings.Join(StyleNames(), ", "))
	}
	for _, f := range Formats {
		if f.Name == format {
			return f.write(works, written), nil
		}
	}
	return "", fmt.Errorf("unknown reference format %q: use one of %s", format, strings.Join(FormatNames(), ", "))
}

// listOf returns a writer for a format whose records are separated by blank lines.
func listOf(record func(Work) string) func([]Work, Style) string {
	return func(works []Work, _ Style) string {
		return strings.Join(each(works, func(_ int, w Work) string { return record(w) }), "\n")
	}
}

// plain formats references as text, numbered if the style numbers lists.
func plain(works []Work, style Style) string {
	all := each(works, func(i int, w Work) string {
		number := ""
		if style.Number != nil && len(works) > 1 {
			number = style.Number(i + 1)
		}
		return number + w.Plain(style) + "\n"
	})
	return strings.Join(all, "\n")
}

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

// noCase replaces the characters around protected text with CSL's markup.
var noCase = strings.NewReplacer(string(protect), `<span class="nocase">`, string(release), "</span>")

func cslJSON(works []Work) string {
	items := make([]cslItem, len(works))
	for i, w := range works {
		items[i] = w.csl()
	}
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(items); err != nil {
		panic(err) // cannot happen, since texts and numbers can always be encoded
	}
	return out.String()
}

func (w Work) csl() cslItem {
	item := cslItem{
		ID: w.Key, Type: w.kind, Title: noCase.Replace(w.title), Author: cslNames(w.authors, w.others),
		Editor: cslNames(w.editors, false),
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

// risTypes maps kinds to RIS types. As in Zotero, a conference paper is CONF, since few programs
// support CPAPER.
var risTypes = map[kind]string{
	article: "JOUR", inProceedings: "CONF", book: "BOOK", chapter: "CHAP", thesis: "THES", report: "RPRT",
	webpage: "ELEC", manuscript: "UNPB", document: "GEN",
}

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
