package online

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

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

var _ CitationIndex = (*openAlex)(nil)

const openAlexList = 100 // maximum number of values per filter and of works per page

// CitationBounds returns the documented limits. Lists of changed records require a paid plan.
func (o *openAlex) CitationBounds() CitationBounds {
	return CitationBounds{Nodes: openAlexList, Cited: openAlexList, Page: openAlexList,
		Updates: UpdateBounds{Citing: openAlexList, Retracted: openAlexList, Dated: true}}
}

// openAlexFilters maps schemes to the filters for their identifiers.
var openAlexFilters = map[Scheme]string{NodeKey: "ids.openalex:", DOI: "doi:", PMID: "ids.pmid:"}

// Accepts reports whether an identifier can be part of a filter. A DOI must not contain filter
// separators. An arXiv identifier is sent as a DOI.
func (o *openAlex) Accepts(id ID) bool {
	return id.Scheme == ArXiv || openAlexFilters[id.Scheme] != "" && !strings.ContainsAny(id.Value, "|,:\"")
}

// Described returns the works with the given identifiers. It requests them as one list.
func (o *openAlex) Described(ctx context.Context, ids []ID) ([]Node, error) {
	var values []string
	scheme := DOI
	for _, id := range ids {
		if !o.Accepts(id) {
			return nil, o.unsupported(id.String() + " cannot be looked up together with others")
		}
		if id.Scheme == ArXiv {
			values = append(values, arXivDOI+id.Value)
			continue
		}
		scheme, values = id.Scheme, append(values, id.Value)
	}
	nodes, _, err := o.nodes(ctx, openAlexFilters[scheme]+strings.Join(values, "|"), 1)
	return nodes, err
}

// Citing returns a page by its number, since cursors require a key.
func (o *openAlex) Citing(ctx context.Context, q CitingQuery) (CitingPage, error) {
	filter := "cites:" + strings.Join(q.Keys, "|")
	if q.From != "" {
		filter += ",from_publication_date:" + q.From
	}
	nodes, total, err := o.nodes(ctx, filter, q.Page)
	return CitingPage{Nodes: nodes, More: len(nodes) > 0 && q.Page*openAlexList < min(total, openAlexLast)}, err
}

// Changed is not supported.
func (o *openAlex) Changed(context.Context, []string, string) ([]Node, error) {
	return nil, o.unsupported("lists of changed records require a paid plan")
}

// Retracted returns the nodes of the works that have been retracted.
func (o *openAlex) Retracted(ctx context.Context, keys []string) ([]Node, error) {
	nodes, _, err := o.nodes(ctx, openAlexFilters[NodeKey]+strings.Join(keys, "|")+",is_retracted:true", 1)
	return nodes, err
}

const openAlexLast = 10_000 // works reachable by page number

func (o *openAlex) nodes(ctx context.Context, filter string, page int) (all []Node, total int, err error) {
	values := url.Values{"filter": {filter}, "per_page": {strconv.Itoa(openAlexList)},
		"select": {openAlexFields + ",referenced_works,cited_by_count"}}
	if page > 1 {
		values.Set("page", strconv.Itoa(page))
	}
	all, err = ask(ctx, o.service, request{url: o.base("/works?" + values.Encode()), private: given("api_key", o.key)},
		func(body []byte) (all []Node, err error) { all, total, err = parseOpenAlexNodes(body); return all, err })
	return all, total, err
}

func parseOpenAlexNodes(body []byte) (all []Node, total int, err error) {
	var list struct {
		Meta    struct{ Count scalar }
		Results []json.RawMessage
	}
	if err := json.Unmarshal(body, &list); err != nil || list.Results == nil {
		return nil, 0, cmp.Or(err, errNoAnswer)
	}
	for _, raw := range list.Results {
		var n struct {
			ID         scalar
			References []scalar `json:"referenced_works"`
			Citers     scalar   `json:"cited_by_count"`
		}
		if json.Unmarshal(raw, &n) != nil || !isKey(openAlexKey(n.ID)) {
			continue
		}
		node := Node{Key: openAlexKey(n.ID), Citers: max(0, n.Citers.Number())}
		for _, r := range n.References {
			node.References = append(node.References, openAlexKey(r))
		}
		node.References = cleanKeys(node.References)
		if node.Record = oneItem(raw, openAlexRecord, "openalex"); node.Record != nil {
			node.Record.References = nil // the node has them
		}
		all = append(all, node)
	}
	if len(list.Results) > 0 && len(all) == 0 {
		return nil, 0, errNoAnswer
	}
	return slices.Clip(all), list.Meta.Count.Number(), nil
}

func openAlexKey(id scalar) string { return strings.TrimPrefix(string(id), "https://openalex.org/") }

var _ Harvester = (*openAlex)(nil)

// PageSize returns the number of works per response.
func (o *openAlex) PageSize() int { return openAlexList }

var openAlexTopic = regexp.MustCompile(`^T[0-9]{1,7}$`)

// Selection returns the filter for a topic. Updates select works by date of publication, since
// OpenAlex lists changes by date only with a paid key.
func (o *openAlex) Selection(h Harvest) (string, error) {
	topic := strings.TrimPrefix(h.Set, "https://openalex.org/")
	if len(h.Keywords) > 0 {
		return "", errors.New("--query cannot be used with OpenAlex: use --topic with a topic such as T10028")
	}
	if !openAlexTopic.MatchString(topic) {
		return "", fmt.Errorf("%q is not an OpenAlex topic: use one such as T10028, from openalex.org/topics", h.Set)
	}
	filter := "primary_topic.id:" + topic
	if h.From == "" && h.Since > 0 {
		h.From = fmt.Sprintf("%04d-01-01", h.Since)
	}
	if h.From != "" {
		filter += ",from_publication_date:" + h.From
	}
	return filter, nil
}

// Harvest returns a page of works. With a key, it lists pages by cursor. Without a key, only the first
// 10,000 works of a query can be listed, so it splits longer queries by date of publication.
func (o *openAlex) Harvest(ctx context.Context, h Harvest, token string) (page HarvestPage, err error) {
	filter, err := o.Selection(h)
	if err != nil {
		return page, err
	}
	values := url.Values{"filter": {filter}, "per_page": {strconv.Itoa(openAlexList)}, "select": {openAlexFields}}
	cursor, byCursor := strings.CutPrefix(token, "cursor:")
	if byCursor || token == "" && o.key != "" {
		if token == "" {
			cursor = "*"
		}
		values.Set("cursor", cursor)
		page, err = o.harvestPage(ctx, values)
		if page.Next == cursor || len(page.Records) == 0 {
			page.Next = ""
		}
		if page.Next != "" {
			page.Next = "cursor:" + page.Next
		}
		return page, err
	}
	at, whole := openAlexListing(h), openAlexListing(h)
	if token != "" {
		if at, err = parseListing(token); err != nil {
			return page, err
		}
	}
	if at.spans[0] != whole.spans[0] {
		from, to := at.spans[0].dates(time.DateOnly)
		values.Set("filter", "primary_topic.id:"+strings.TrimPrefix(h.Set, "https://openalex.org/")+
			",from_publication_date:"+from+",to_publication_date:"+to)
	}
	values.Set("page", strconv.Itoa(at.at/openAlexList+1))
	if page, err = o.harvestPage(ctx, values); err != nil {
		return page, err
	}
	if at.at == 0 && at.isLong(page.Total, openAlexLast) {
		page.Records, page.Next = nil, at.split().String()
		return page, nil
	}
	page.Next = at.after(min(openAlexList, page.Total), page.Total, openAlexLast).String()
	return page, nil
}

// openAlexListing returns the start of a harvest by page number.
func openAlexListing(h Harvest) listing {
	at := wholeListing(h.Since)
	if from, err := time.Parse(time.DateOnly, h.From); err == nil {
		at.spans[0].first = min(max(0, dayOf(from)), lastDay)
	}
	return at
}

// harvestPage requests a page, whose Next is the next cursor.
func (o *openAlex) harvestPage(ctx context.Context, values url.Values) (HarvestPage, error) {
	return ask(ctx, o.service, request{url: o.base("/works?" + values.Encode()), private: given("api_key", o.key)},
		parseOpenAlexPage)
}

func parseOpenAlexPage(body []byte) (page HarvestPage, err error) {
	var list struct {
		Meta struct {
			Count scalar
			Next  scalar `json:"next_cursor"`
		}
	}
	if err := json.Unmarshal(body, &list); err != nil {
		return page, err
	}
	if page.Records, err = parseOpenAlex(body); err != nil {
		return page, err
	}
	page.Total, page.Next = max(0, list.Meta.Count.Number()), string(list.Meta.Next)
	if !isToken(page.Next) {
		return page, errors.New("the next-page cursor is invalid; try again later")
	}
	return page, nil
}
