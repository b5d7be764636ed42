package corpus

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// OpenAlex: works as its API and its snapshot give them, one object each, and the
// lists of its API, which have them under "results".

func isOpenAlex(h head) bool {
	return h.has("authorships") || h.has("abstract_inverted_index") || h.has("display_name", "publication_year") || isOpenAlexList(h)
}

// isOpenAlexList looks for a field of works too, since other services name their
// lists alike.
func isOpenAlexList(h head) bool {
	return h.has("meta", "results") && bytes.Contains(h.bytes, []byte(`"authorships"`))
}

func readOpenAlex(in *input, out sink) error {
	scan := newScanner(in.Reader)
	if start, _ := in.Peek(headSize); isOpenAlexList(newHead(start)) {
		if err := scan.enterList("results"); err != nil {
			return err
		}
	}
	return eachRecord(in, scan.next, jsonDecoder(openAlexWork.paper), out)
}

type openAlexWork struct {
	ID          Loose
	DOI         Loose
	Title       Loose
	Name        Loose            `json:"display_name"`
	Year        Loose            `json:"publication_year"`
	Date        Loose            `json:"publication_date"`
	Location    openAlexLocation `json:"primary_location"`
	Authorships []openAlexAuthor `json:"authorships"`
	Biblio      openAlexBiblio   `json:"biblio"`
	Abstract    invertedIndex    `json:"abstract_inverted_index"`
	Paratext    bool             `json:"is_paratext"`
	Retracted   bool             `json:"is_retracted"`
	Type        Loose            `json:"type"`
}

type openAlexLocation struct {
	License Loose
	Page    Loose `json:"landing_page_url"`
	Source  struct {
		Name      Loose `json:"display_name"`
		Publisher Loose `json:"host_organization_name"`
		Type      Loose
	}
}

type openAlexAuthor struct {
	Raw    Loose `json:"raw_author_name"`
	Author struct {
		Name Loose `json:"display_name"`
	}
}

type openAlexBiblio struct {
	Volume, Issue Loose
	First         Loose `json:"first_page"`
	Last          Loose `json:"last_page"`
}

// deletedWork is what OpenAlex puts in place of works that it took out.
const deletedWork = "W4285719527"

func (w openAlexWork) paper() *engine.Paper {
	if w.Paratext || w.Type == "paratext" || w.Type == "grant" || w.Type == "peer-review" || strings.HasSuffix(string(w.ID), deletedWork) {
		return nil
	}
	p := &engine.Paper{
		ID: strings.TrimPrefix(string(w.ID), "https://openalex.org/"), DOI: string(w.DOI),
		Title: plainHTML(firstOf(w.Title, w.Name)), Abstract: w.abstract(), Year: w.Year.Number(), Month: monthIn(string(w.Date)),
		Volume: string(w.Biblio.Volume), Issue: string(w.Biblio.Issue), Pages: w.Biblio.pages(),
		License: string(w.Location.License), URL: string(w.Location.Page), Retracted: w.Retracted,
	}
	if w.Location.Source.Type != "repository" {
		p.Venue, p.Publisher = string(w.Location.Source.Name), string(w.Location.Source.Publisher)
	}
	for _, a := range w.Authorships {
		if name := cmp.Or(a.Author.Name, a.Raw); name != "" {
			p.Authors = append(p.Authors, person(string(name)))
		}
	}
	return p
}

func (b openAlexBiblio) pages() string {
	if b.Last == "" || b.Last == b.First {
		return string(b.First)
	}
	return string(b.First) + "-" + string(b.Last)
}

// maxAbstractWords bounds what is made of positions that a reply may invent.
const maxAbstractWords = 20_000

// An invertedIndex has the positions of each word. Snapshots of before have it as
// JSON in a string, with its length beside it.
type invertedIndex map[string][]int

// UnmarshalJSON leaves out an abstract that it cannot read: the record is worth
// more.
func (x *invertedIndex) UnmarshalJSON(raw []byte) error {
	var packed string
	if json.Unmarshal(raw, &packed) == nil {
		raw = []byte(packed)
	}
	var within struct{ InvertedIndex map[string][]int }
	if json.Unmarshal(raw, &within) == nil && within.InvertedIndex != nil {
		*x = within.InvertedIndex
		return nil
	}
	words := make(map[string][]int)
	if json.Unmarshal(raw, &words) == nil {
		*x = words
	}
	return nil
}

// abstract puts the words back to their positions.
func (w openAlexWork) abstract() string {
	type placed struct {
		at   int
		word string
	}
	var all []placed
	for word, positions := range w.Abstract {
		for _, at := range positions[:min(len(positions), maxAbstractWords)] {
			all = append(all, placed{at, word})
		}
	}
	slices.SortFunc(all, func(a, b placed) int { return cmp.Or(a.at-b.at, strings.Compare(a.word, b.word)) })
	var words []string
	for _, p := range all[:min(len(all), maxAbstractWords)] {
		words = append(words, p.word)
	}
	return strings.Join(words, " ")
}
