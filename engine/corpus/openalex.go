package corpus

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// This file reads OpenAlex works: single objects, or lists from the API ("results").

func isOpenAlex(h head) bool {
	return h.has("authorships") || h.has("abstract_inverted_index") || h.has("display_name", "publication_year") ||
		isOpenAlexList(h)
}

// isOpenAlexList reports whether a file is a list of works. It requires a field specific to works,
// since other services use the same keys for lists.
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
	ID          Scalar
	DOI         Scalar
	Title       Scalar
	Name        Scalar           `json:"display_name"`
	Year        Scalar           `json:"publication_year"`
	Date        Scalar           `json:"publication_date"`
	Location    openAlexLocation `json:"primary_location"`
	Authorships []openAlexAuthor `json:"authorships"`
	Biblio      openAlexBiblio   `json:"biblio"`
	Abstract    invertedIndex    `json:"abstract_inverted_index"`
	Paratext    bool             `json:"is_paratext"`
	Retracted   bool             `json:"is_retracted"`
	Type        Scalar           `json:"type"`
	Cited       openAlexWorks    `json:"referenced_works"`
}

type openAlexLocation struct {
	License Scalar
	Page    Scalar `json:"landing_page_url"`
	Source  struct {
		Name      Scalar `json:"display_name"`
		Publisher Scalar `json:"host_organization_name"`
		Type      Scalar
	}
}

type openAlexAuthor struct {
	Raw    Scalar `json:"raw_author_name"`
	Author struct {
		Name Scalar `json:"display_name"`
	}
}

type openAlexBiblio struct {
	Volume, Issue Scalar
	First         Scalar `json:"first_page"`
	Last          Scalar `json:"last_page"`
}

func (w openAlexWork) paper() *engine.Paper {
	if w.Paratext || w.Type == "paratext" || w.Type == "grant" || w.Type == "peer-review" {
		return nil
	}
	id := paper.OpenAlex(string(w.ID))
	if id == "" && strings.Contains(string(w.ID), "openalex.org/W") { // the placeholder for deleted works
		return nil
	}
	p := &engine.Paper{
		ID: strings.TrimPrefix(string(w.ID), "https://openalex.org/"), OpenAlex: id, DOI: string(w.DOI),
		Title: PlainText(firstOf(w.Title, w.Name)), Abstract: w.abstract(),
		Year: w.Year.Number(), Month: monthIn(string(w.Date)),
		Volume: string(w.Biblio.Volume), Issue: string(w.Biblio.Issue),
		Pages:   pageRange(string(w.Biblio.First), string(w.Biblio.Last)),
		License: string(w.Location.License), URL: string(w.Location.Page), Retracted: w.Retracted,
	}
	if w.Type != "article" { // OpenAlex also uses "article" for conference papers
		p.EntryType = bib.TypeNamed(string(w.Type), "")
	}
	if w.Location.Source.Type != "repository" {
		p.Venue, p.Publisher = string(w.Location.Source.Name), string(w.Location.Source.Publisher)
	}
	for _, a := range w.Authorships {
		if name := cmp.Or(a.Author.Name, a.Raw); name != "" {
			p.Authors = append(p.Authors, Person(string(name)))
		}
	}
	p.References = w.Cited.references(id)
	return p
}

// An openAlexWorks lists the identifiers of the works cited by a work.
type openAlexWorks []string

// maxCitedWorks limits a work's list. Longer lists are truncated.
const maxCitedWorks = 1 << 13

// UnmarshalJSON reads the valid identifiers at the start of a list. It ignores anything else rather
// than rejecting the record.
func (l *openAlexWorks) UnmarshalJSON(raw []byte) error {
	in := json.NewDecoder(bytes.NewReader(raw))
	if start, err := in.Token(); err != nil || start != json.Delim('[') {
		return nil
	}
	for read := 0; read < maxCitedWorks && in.More(); read++ {
		var s Scalar
		if in.Decode(&s) != nil {
			return nil
		}
		if id := paper.OpenAlex(string(s)); id != "" {
			*l = append(*l, id)
		}
	}
	return nil
}

// references returns the distinct works in the list, without the citing work.
func (l openAlexWorks) references(citing string) (all []engine.Reference) {
	known := map[string]bool{citing: true}
	for _, id := range l {
		if !known[id] {
			known[id] = true
			all = append(all, engine.Reference{OpenAlex: id})
		}
	}
	return all
}

// maxAbstractWords limits an abstract, since positions may be wrong and very large.
const maxAbstractWords = 20_000

// An invertedIndex maps words to positions. Older snapshots encode it as a JSON string.
type invertedIndex map[string][]int

// UnmarshalJSON implements json.Unmarshaler. It ignores an unreadable abstract.
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

// abstract reconstructs the abstract from the positions of its words.
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
