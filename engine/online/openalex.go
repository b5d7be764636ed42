package online

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
)

// openAlex queries OpenAlex. Lookups are free; searches count toward the daily allowance of the
// user's key.
type openAlex struct{ *service }

// openAlexFields lists the fields to request, which are a small part of each work.
const openAlexFields = "id,doi,title,display_name,publication_year,publication_date,ids,type," +
	"primary_location,best_oa_location,locations,authorships,biblio,abstract_inverted_index,is_retracted"

// Literal returns the search text.
func (o *openAlex) Literal(q Query) string {
	if q.Title != "" {
		return strings.TrimSpace(q.Title + " " + q.Author)
	}
	return anyOf("", q.Keywords)
}

// Search returns the most relevant works.
func (o *openAlex) Search(ctx context.Context, q Query) ([]*Record, error) {
	q, err := q.check()
	if err != nil {
		return nil, err
	}
	values := url.Values{"per_page": {strconv.Itoa(q.Limit)}, "select": {openAlexFields}}
	var filters []string
	if q.Title != "" {
		filters = append(filters, "title.search:"+q.Title)
	} else {
		values.Set("search", o.Literal(q))
	}
	if from, to, bounded := q.years(); bounded {
		filters = append(filters, fmt.Sprintf("publication_year:%d-%d", from, to))
	}
	if len(filters) > 0 {
		values.Set("filter", strings.Join(filters, ","))
	}
	return o.works(ctx, request{url: o.base("/works?" + values.Encode()), age: searchAge})
}

// Lookup returns the record for a DOI or a PMID.
func (o *openAlex) Lookup(ctx context.Context, id ID) (*Record, error) {
	if id.Scheme != DOI && id.Scheme != PMID {
		return nil, o.unsupported("it accepts only DOIs and PMIDs")
	}
	all, err := o.works(ctx, request{url: o.base("/works/" + string(id.Scheme) + ":" + url.PathEscape(id.Value) +
		"?select=" + openAlexFields), age: recordAge, lookup: true})
	return o.only(all, id, err)
}

func (o *openAlex) works(ctx context.Context, r request) ([]*Record, error) {
	r.private = given("api_key", o.key)
	return ask(ctx, o.service, r, parseOpenAlex)
}

func parseOpenAlex(body []byte) ([]*Record, error) {
	var list struct {
		Results []json.RawMessage
		ID      scalar
	}
	if err := json.Unmarshal(body, &list); err != nil {
		return nil, err
	}
	switch {
	case list.ID != "":
		list.Results = []json.RawMessage{body}
	case list.Results == nil:
		return nil, errNoAnswer
	}
	return eachItem(list.Results, openAlexRecord, "openalex"), nil
}

type openAlexExtra struct {
	Type      scalar
	IDs       struct{ PMID, PMCID scalar }
	Primary   openAlexPlace   `json:"primary_location"`
	Best      openAlexPlace   `json:"best_oa_location"`
	Locations []openAlexPlace `json:"locations"`
}

type openAlexPlace struct {
	Open   bool   `json:"is_oa"`
	Page   scalar `json:"landing_page_url"`
	PDF    scalar `json:"pdf_url"`
	Source struct{ Type scalar }
}

func openAlexRecord(raw json.RawMessage) *Record {
	p, err := corpus.Record(context.Background(), "OpenAlex", raw)
	var w openAlexExtra
	if err != nil || json.Unmarshal(raw, &w) != nil {
		return nil
	}
	r := &Record{Paper: *p, Type: w.kind(), PMID: string(w.IDs.PMID), PMCID: string(w.IDs.PMCID)}
	for _, place := range append([]openAlexPlace{w.Best, w.Primary}, w.Locations...) {
		r.link(string(place.PDF), true, place.Open)
		r.link(string(place.Page), false, place.Open)
	}
	return r
}

func (w openAlexExtra) kind() Type {
	kind := openAlexTypes[w.Type]
	switch {
	case kind == Article && w.Primary.Source.Type == "conference":
		return Proceedings
	case kind == Article && w.Primary.Source.Type == "repository":
		return Preprint
	}
	return kind
}

var openAlexTypes = map[scalar]Type{
	"preprint": Preprint, "book": Book, "reference-entry": Book, "monograph": Book, "book-chapter": Chapter,
	"dissertation": Thesis, "report": Report, "dataset": Dataset,
	"article": Article, "review": Article, "letter": Article, "editorial": Article,
}
