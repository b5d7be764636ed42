package online

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// crossref queries Crossref's REST API, which returns CSL JSON with additional fields.
type crossref struct{ *service }

// Literal returns the words searched for in titles, names and venues.
func (c *crossref) Literal(q Query) string { return strings.TrimSpace(q.words() + " " + q.Author) }

// Search returns the records with the highest Crossref scores. Even for a title, the first record is
// not always the right one.
func (c *crossref) Search(ctx context.Context, q Query) ([]*Record, error) {
	q, err := q.check()
	if err != nil {
		return nil, err
	}
	values := url.Values{"query.bibliographic": {q.words()}, "rows": {strconv.Itoa(q.Limit)}}
	if q.Author != "" {
		values.Set("query.author", q.Author)
	}
	if filter := crossrefYears(q); filter != "" {
		values.Set("filter", filter)
	}
	return ask(ctx, c.service, c.works(values, searchAge), parseCrossref)
}

// works returns the request for a list of works.
func (c *crossref) works(values url.Values, age time.Duration) request {
	return request{url: c.base("/works?" + values.Encode()), private: given("mailto", c.email), age: age}
}

func crossrefYears(q Query) string {
	var filter []string
	if q.From > 0 {
		filter = append(filter, "from-pub-date:"+strconv.Itoa(q.From))
	}
	if q.To > 0 {
		filter = append(filter, "until-pub-date:"+strconv.Itoa(q.To))
	}
	return strings.Join(filter, ",")
}

// Lookup returns the record for a DOI, or for the ISBN of a book.
func (c *crossref) Lookup(ctx context.Context, id ID) (*Record, error) {
	switch id.Scheme {
	case ISBN:
		return c.book(ctx, id.Value)
	case DOI:
	default:
		return nil, c.unsupported("it accepts only DOIs and ISBNs")
	}
	all, err := ask(ctx, c.service, request{url: c.base("/works/" + url.PathEscape(id.Value)),
		private: given("mailto", c.email), age: recordAge, lookup: true}, parseCrossref)
	return c.only(all, id, err)
}

// book returns the book with an ISBN. Its chapters, which have the same ISBN, are ignored.
func (c *crossref) book(ctx context.Context, isbn string) (*Record, error) {
	values := url.Values{"filter": {"isbn:" + isbn}, "rows": {"20"}}
	all, err := ask(ctx, c.service, c.works(values, recordAge), parseCrossref)
	if err != nil {
		return nil, err
	}
	for _, r := range all {
		if r.Type == Book && slices.Contains(r.ISBN, isbn) {
			return r, nil
		}
	}
	return nil, c.fail(NotFound, 0, "", nil)
}

// only returns the record with the given identifier. If the response describes another work, it
// returns an error of kind Malformed.
func (s *service) only(all []*Record, id ID, err error) (*Record, error) {
	if err != nil {
		return nil, err
	}
	for _, r := range all {
		for _, known := range r.IDs() {
			if known.Scheme == id.Scheme && known.Value == id.Value {
				return r, nil
			}
		}
	}
	if len(all) == 0 {
		return nil, s.fail(NotFound, 0, "", nil)
	}
	return nil, s.fail(Malformed, 0, "its record describes another work, not "+id.String(), nil)
}

// parseCrossref parses a response with one work or a list of works.
func parseCrossref(body []byte) ([]*Record, error) {
	var reply struct {
		Message json.RawMessage `json:"message"`
	}
	if err := json.Unmarshal(body, &reply); err != nil {
		return nil, err
	}
	var list struct {
		Items []json.RawMessage `json:"items"`
		DOI   scalar
	}
	if err := json.Unmarshal(reply.Message, &list); err != nil {
		return nil, errNoAnswer
	}
	switch {
	case list.DOI != "":
		list.Items = []json.RawMessage{reply.Message}
	case list.Items == nil:
		return nil, errNoAnswer
	}
	return eachItem(list.Items, crossrefRecord, "crossref"), nil
}

type crossrefWork struct {
	Type     scalar
	Resource struct{ Primary struct{ URL scalar } }
	Links    []struct {
		URL  scalar
		Type scalar `json:"content-type"`
		Use  scalar `json:"intended-application"`
	} `json:"link"`
	UpdateTo  []crossrefUpdate `json:"update-to"`
	UpdatedBy []crossrefUpdate `json:"updated-by"`
	Relation  map[string][]struct{ ID scalar }
	ISBN      []scalar
}

type crossrefUpdate struct {
	DOI, Type scalar
	Updated   crossrefDate
}

type crossrefDate struct {
	Parts [][]scalar `json:"date-parts"`
}

// crossrefRecord parses a work. It parses the bibliographic fields with the parser for Crossref's
// dumps.
func crossrefRecord(raw json.RawMessage) *Record {
	p, err := corpus.Record(context.Background(), "Crossref JSON", raw)
	var w crossrefWork
	if err != nil || json.Unmarshal(raw, &w) != nil {
		return nil
	}
	r := &Record{Paper: *p, Type: crossrefTypes[w.Type]}
	r.Retracted = false // set again by addRelations, which distinguishes retractions from withdrawals
	for _, number := range w.ISBN[:min(len(w.ISBN), maxLinks)] {
		if isbn := paper.ISBN(string(number)); isbn != "" {
			r.ISBN = append(r.ISBN, isbn)
		}
	}
	w.addLinks(r)
	w.addRelations(r)
	return r
}

func (d crossrefDate) iso() string {
	var parts []string
	if len(d.Parts) > 0 {
		for _, part := range d.Parts[0] {
			parts = append(parts, fmt.Sprintf("%02d", part.Number()))
		}
	}
	return strings.Join(parts, "-")
}

var crossrefTypes = map[scalar]Type{
	"journal-article": Article, "proceedings-article": Proceedings, "posted-content": Preprint, "book": Book,
	"monograph": Book, "edited-book": Book, "reference-book": Book, "proceedings": Book, "book-chapter": Chapter,
	"book-section": Chapter, "book-part": Chapter, "reference-entry": Chapter, "dissertation": Thesis,
	"report": Report, "report-component": Report, "dataset": Dataset,
}

func (w crossrefWork) addLinks(r *Record) {
	open := strings.Contains(r.License, "creativecommons.org")
	for _, l := range w.Links {
		if l.Use != "similarity-checking" {
			r.link(string(l.URL), l.Type == "application/pdf", open)
		}
	}
	r.link(string(w.Resource.Primary.URL), false, open || r.Type == Preprint)
}

var updateKinds = map[string]RelationKind{
	"retraction": RetractedBy, "partial_retraction": PartlyRetractedBy, "withdrawal": WithdrawnBy, "removal": WithdrawnBy,
	"expression_of_concern": ConcernBy, "correction": CorrectedBy, "corrigendum": CorrectedBy, "erratum": CorrectedBy,
	"addendum": CorrectedBy, "new_version": NewVersionIs, "new_edition": NewVersionIs,
}

func (u crossrefUpdate) kind() RelationKind {
	return updateKinds[strings.ReplaceAll(strings.ToLower(string(u.Type)), " ", "_")]
}

func (w crossrefWork) addRelations(r *Record) {
	for _, u := range w.UpdatedBy {
		if kind := u.kind(); kind != "" {
			r.relate(kind, string(u.DOI), u.Updated.iso())
			r.Retracted = r.Retracted || kind == RetractedBy
		}
	}
	for _, u := range w.UpdateTo {
		r.relate(NoticeAbout, string(u.DOI), u.Updated.iso())
	}
	for _, to := range w.Relation["is-preprint-of"] {
		r.relate(PublishedAs, string(to.ID), "")
	}
	for _, to := range w.Relation["has-preprint"] {
		r.relate(PreprintOf, string(to.ID), "")
	}
}

var _ CitationIndex = (*crossref)(nil)

const crossrefList = 40 // DOIs per request, few enough to keep the URL short

// CitationBounds returns the limits. Cited is 0, since Crossref lists only references.
func (c *crossref) CitationBounds() CitationBounds {
	return CitationBounds{Nodes: crossrefList,
		Updates: UpdateBounds{Retracted: crossrefList, Changed: crossrefList, Dated: true}}
}

// Accepts reports whether the identifier is a DOI that can be part of a filter.
func (c *crossref) Accepts(id ID) bool {
	return (id.Scheme == DOI || id.Scheme == NodeKey) && isDOIKey(id.Value)
}

// isDOIKey reports whether a DOI may be sent in a list.
func isDOIKey(s string) bool {
	return len(s) <= maxDOIKey && paper.DOI(s) == s && s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return r <= ' ' || r > '~' || r == ','
	})
}

const maxDOIKey = 128 // maximum length of a DOI in a list, in bytes

// Described returns the works with the given DOIs. It requests them as one list.
func (c *crossref) Described(ctx context.Context, ids []ID) ([]Node, error) {
	var filters []string
	for _, id := range ids {
		if !c.Accepts(id) {
			return nil, c.unsupported(id.String() + " cannot be looked up together with others")
		}
		filters = append(filters, "doi:"+id.Value)
	}
	values := url.Values{"filter": {strings.Join(filters, ",")}, "rows": {strconv.Itoa(len(filters))}}
	return ask(ctx, c.service, c.works(values, 0), parseCrossrefNodes)
}

// Citing is not supported. Crossref lists the works that cite a DOI only for its members.
func (c *crossref) Citing(context.Context, CitingQuery) (CitingPage, error) {
	return CitingPage{}, c.unsupported("it does not list citing works")
}

// Changed returns the works whose records have been reindexed since a date. They include works
// named by a retraction notice.
func (c *crossref) Changed(ctx context.Context, keys []string, from string) ([]Node, error) {
	return c.list(ctx, "doi:", keys, ",from-index-date:"+from, "", parseCrossrefNodes)
}

// Retracted returns the works that have been retracted by a notice, without their records.
func (c *crossref) Retracted(ctx context.Context, keys []string) ([]Node, error) {
	return c.list(ctx, "updates:", keys, "", "DOI,update-to",
		func(body []byte) ([]Node, error) { return parseCrossrefNotices(body, keys) })
}

const crossrefRows = 400 // notices per request

// list requests the works that match a filter for any of the keys.
func (c *crossref) list(ctx context.Context, filter string, keys []string, more, fields string,
	parse func([]byte) ([]Node, error)) ([]Node, error) {
	var filters []string
	for _, key := range keys {
		if !isDOIKey(key) {
			return nil, c.unsupported(key + " cannot be looked up together with others")
		}
		filters = append(filters, filter+key)
	}
	values := url.Values{"filter": {strings.Join(filters, ",") + more}, "rows": {strconv.Itoa(crossrefRows)}}
	if fields != "" {
		values.Set("select", fields)
	}
	return ask(ctx, c.service, c.works(values, 0), parse)
}

// parseCrossrefNotices returns nodes for the keys whose works have been retracted by a notice.
func parseCrossrefNotices(body []byte, keys []string) (all []Node, err error) {
	var reply struct {
		Message struct {
			Items []struct {
				UpdateTo []crossrefUpdate `json:"update-to"`
			}
		}
	}
	if err := json.Unmarshal(body, &reply); err != nil || reply.Message.Items == nil {
		return nil, cmp.Or(err, errNoAnswer)
	}
	retracted := make(map[string]bool)
	for _, notice := range reply.Message.Items {
		for _, u := range notice.UpdateTo {
			if u.kind() == RetractedBy {
				retracted[paper.DOI(string(u.DOI))] = true
			}
		}
	}
	for _, key := range keys {
		if retracted[key] {
			all = append(all, Node{Key: key, Brief: true, Retracted: true})
		}
	}
	return all, nil
}

func parseCrossrefNodes(body []byte) (all []Node, err error) {
	var reply struct {
		Message struct{ Items []json.RawMessage }
	}
	if err := json.Unmarshal(body, &reply); err != nil || reply.Message.Items == nil {
		return nil, cmp.Or(err, errNoAnswer)
	}
	for _, raw := range reply.Message.Items {
		var w struct {
			DOI        scalar
			Citers     scalar                 `json:"is-referenced-by-count"`
			References []struct{ DOI scalar } `json:"reference"`
		}
		if json.Unmarshal(raw, &w) != nil || !isDOIKey(paper.DOI(string(w.DOI))) {
			continue
		}
		node := Node{Key: paper.DOI(string(w.DOI)), Citers: max(0, w.Citers.Number())}
		for _, r := range w.References {
			node.References = append(node.References, paper.DOI(string(r.DOI)))
		}
		node.References = validKeys(node.References, isDOIKey)
		node.Record = oneItem(raw, crossrefRecord, "crossref")
		all = append(all, node)
	}
	if len(reply.Message.Items) > 0 && len(all) == 0 {
		return nil, errNoAnswer
	}
	return slices.Clip(all), nil
}
