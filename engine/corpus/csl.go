package corpus

import (
	"bytes"
	"html"
	"regexp"
	"slices"
	"strings"

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

// This file reads Crossref JSON, which is CSL JSON with more fields. The works are in the "items" list
// of a public data file or an API response, or one per line.

// crossrefField is a key found in every Crossref work and in no other CSL JSON.
const crossrefField = `"is-referenced-by-count"`

func isCrossref(h head) bool {
	return h.has("is-referenced-by-count", "DOI") || h.has("prefix", "DOI", "indexed") || isCrossrefList(h)
}

// isCrossrefList reports whether a file is a Crossref list. It requires crossrefField, since other
// services use the same keys for lists.
func isCrossrefList(h head) bool {
	return (crossrefFile.Match(h.bytes) || h.has("message-type", "message")) &&
		bytes.Contains(h.bytes, []byte(crossrefField))
}

var (
	crossrefFile  = regexp.MustCompile(`^\s*\{\s*"items"\s*:`)
	crossrefReply = regexp.MustCompile(`^\s*\{\s*"status"\s*:`)
	// crossrefListed matches the message type of a response with a list.
	crossrefListed = regexp.MustCompile(`"message-type"\s*:\s*"[a-z]+-list"`)
)

func readCrossref(in *input, out sink) error {
	scan := newScanner(in.Reader)
	start, _ := in.Peek(headSize)
	if err := scan.enterCrossref(start); err != nil {
		return err
	}
	return eachRecord(in, scan.next, jsonDecoder(crossrefWork.paper), out)
}

// enterCrossref advances to the first work of a data file or an API response.
func (s *scanner) enterCrossref(start []byte) error {
	switch {
	case crossrefFile.Match(start):
		return s.enterList("items")
	case crossrefReply.Match(start):
		if err := s.skipToObject(); err != nil || !crossrefListed.Match(start) {
			return err // the next object is the first work
		}
		return s.enterList("items")
	}
	return nil
}

type crossrefWork struct {
	cslRecord
	Subtitle    Scalar  `json:"subtitle"`
	Print       cslDate `json:"published-print"`
	License     []struct{ URL Scalar }
	Institution []struct{ Name Scalar } `json:"institution"`
	Type        Scalar                  `json:"type"`
	UpdatedBy   []struct {
		Type Scalar `json:"type"`
	} `json:"updated-by"`
}

// notWorks lists the record types that are never cited: containers and parts of works.
var notWorks = []string{
	"journal", "journal-volume", "journal-issue", "book-series", "book-set", "proceedings-series", "report-series",
	"standard-series", "component", "grant", "peer-review", "database",
}

func (w crossrefWork) paper() *engine.Paper {
	if slices.Contains(notWorks, string(w.Type)) {
		return nil
	}
	p := w.cslRecord.paper()
	p.EntryType = bib.TypeNamed(string(w.Type), "")
	p.Title, p.Abstract, p.Key = w.title(p.Title), PlainJATS(string(w.Abstract)), ""
	if year, month := w.Print.yearAndMonth(); year != 0 {
		p.Year, p.Month = year, month // the issue's date, as given in references
	}
	if len(w.Institution) > 0 && w.Type == "posted-content" {
		p.Venue = html.UnescapeString(string(w.Institution[0].Name))
	}
	if len(w.License) > 0 {
		p.License = string(w.License[0].URL)
	}
	for _, u := range w.UpdatedBy {
		p.Retracted = p.Retracted || retractions.MatchString(string(u.Type))
	}
	return p
}

var retractions = regexp.MustCompile(`(?i)^(?:(?:partial[_ ])?retraction|withdrawal|removal)$`)

// title returns the title with its subtitle, unless the title already contains the subtitle.
func (w crossrefWork) title(main string) string {
	subtitle := oneLine(PlainText(string(w.Subtitle)))
	if subtitle == "" || strings.Contains(strings.ToLower(main), strings.ToLower(subtitle)) {
		return main
	}
	return strings.TrimRight(main, ": ") + ": " + subtitle
}

var (
	jatsHeading = regexp.MustCompile(`(?is)<(?:jats:)?title[^<>]*>(.*?)</(?:jats:)?title>`)
	jatsBlock   = regexp.MustCompile(`(?i)</?(?:jats:)?(?:p|sec|list|list-item)\b[^<>]*>`)
)

// PlainJATS returns an abstract without tags and entities. It ends headings with a colon and
// drops the heading "Abstract".
func PlainJATS(s string) string {
	s = jatsHeading.ReplaceAllStringFunc(s, func(title string) string {
		inside := strings.TrimSpace(PlainText(title))
		if strings.EqualFold(inside, "abstract") || inside == "" {
			return " "
		}
		return " " + strings.TrimRight(inside, ":. ") + ": "
	})
	return oneLine(PlainText(jatsBlock.ReplaceAllString(s, " ")))
}
