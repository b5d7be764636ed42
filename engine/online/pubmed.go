package online

import (
	"context"
	"encoding/xml"
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

// pubMed queries NCBI's E-utilities. esearch returns identifiers, and efetch their records.
type pubMed struct{ *service }

// Literal returns the query in PubMed's syntax.
func (p *pubMed) Literal(q Query) string {
	query := anyOf("", q.Keywords)
	if q.Title != "" {
		query = q.Title + "[ti]"
		if q.Author != "" {
			query += " AND " + q.Author + "[au]"
		}
	}
	if from, to, bounded := q.years(); bounded {
		query += fmt.Sprintf(" AND %d:%d[dp]", from, to)
	}
	return query
}

// Search requests identifiers, and then their records.
func (p *pubMed) Search(ctx context.Context, q Query) ([]*Record, error) {
	q, err := q.check()
	if err != nil {
		return nil, err
	}
	ids, err := p.numbers(ctx, p.Literal(q), q.Limit, searchAge)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	return p.records(ctx, ids, searchAge)
}

// Lookup returns the record for a PMID or a DOI.
func (p *pubMed) Lookup(ctx context.Context, id ID) (*Record, error) {
	ids := []string{id.Value}
	switch id.Scheme {
	case PMID:
	case DOI:
		found, err := p.numbers(ctx, `"`+strings.ReplaceAll(id.Value, `"`, "")+`"[aid]`, 5, absenceAge)
		if err != nil {
			return nil, err
		}
		if ids = found; len(ids) == 0 {
			return nil, p.fail(NotFound, 0, "", nil)
		}
	default:
		return nil, p.unsupported("it accepts only PMIDs and DOIs")
	}
	all, err := p.records(ctx, ids, recordAge)
	return p.only(all, id, err)
}

func (p *pubMed) request(tool string, values url.Values, age time.Duration) request {
	return request{url: p.base("/entrez/eutils/" + tool + ".fcgi?" + values.Encode()), media: asXML, age: age,
		private: given("tool", "scilit-lsp", "email", p.email, "api_key", p.key)}
}

func (p *pubMed) numbers(ctx context.Context, term string, limit int, age time.Duration) ([]string, error) {
	values := url.Values{"db": {"pubmed"}, "term": {term}, "retmode": {"xml"}, "retmax": {strconv.Itoa(limit)},
		"sort": {"relevance"}}
	ids, err := ask(ctx, p.service, p.request("esearch", values, age), parseNumbers)
	return ids[:min(len(ids), limit)], err
}

var pubMedNumber = regexp.MustCompile(`^[0-9]{1,9}$`)

// A pubMedSearch is a reply from esearch.
type pubMedSearch struct {
	XMLName xml.Name `xml:"eSearchResult"`
	Count   *string  `xml:"Count"`
	IDs     []string `xml:"IdList>Id"`
	Key     string   `xml:"QueryKey"` // with Env, identifies the search on the history server
	Env     string   `xml:"WebEnv"`
	Error   string   `xml:"ERROR"`
}

func parsePubMedSearch(body []byte) (found pubMedSearch, err error) {
	if err := unmarshalXML(body, &found); err != nil {
		return found, err
	}
	if found.Error != "" || found.Count == nil {
		return found, fmt.Errorf("%w %s", errNoAnswer, found.Error)
	}
	return found, nil
}

func parseNumbers(body []byte) ([]string, error) {
	found, err := parsePubMedSearch(body)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(found.IDs, func(id string) bool { return !pubMedNumber.MatchString(id) }), nil
}

func (p *pubMed) records(ctx context.Context, ids []string, age time.Duration) ([]*Record, error) {
	values := url.Values{"db": {"pubmed"}, "retmode": {"xml"}, "id": {strings.Join(ids, ",")}}
	r := p.request("efetch", values, age)
	r.lookup = true
	return ask(ctx, p.service, r, parsePubMed)
}

// pubMedExtra holds the fields that the parser for PubMed XML ignores.
type pubMedExtra struct {
	PMID  string   `xml:"MedlineCitation>PMID"`
	Types []string `xml:"MedlineCitation>Article>PublicationTypeList>PublicationType"`
	Notes []struct {
		Type   string `xml:"RefType,attr"`
		Source string `xml:"RefSource"`
		PMID   string `xml:"PMID"`
	} `xml:"MedlineCitation>CommentsCorrectionsList>CommentsCorrections"`
	IDs []struct {
		Type  string `xml:"IdType,attr"`
		Value string `xml:",chardata"`
	} `xml:"PubmedData>ArticleIdList>ArticleId"`
}

// parsePubMed parses records with the parser for PubMed's files. It parses notices about them
// separately.
func parsePubMed(body []byte) ([]*Record, error) {
	var set struct {
		XMLName xml.Name      `xml:"PubmedArticleSet"`
		Extra   []pubMedExtra `xml:"PubmedArticle"`
	}
	if err := unmarshalXML(body, &set); err != nil {
		return nil, err
	}
	papers, _ := corpus.Records(context.Background(), "PubMed XML", body)
	extras := make(map[string]pubMedExtra)
	for _, e := range set.Extra {
		extras["pmid:"+strings.TrimSpace(e.PMID)] = e
	}
	var all []*Record
	for _, p := range papers {
		r := &Record{Paper: *p, Type: Article, PMID: strings.TrimPrefix(p.ID, "pmid:")}
		extras[p.ID].add(r)
		if r.finish("pubmed") {
			all = append(all, r)
		}
	}
	return all, nil
}

func (e pubMedExtra) add(r *Record) {
	for _, id := range e.IDs {
		if id.Type == "pmc" {
			r.PMCID = strings.TrimSpace(id.Value)
		}
	}
	for _, t := range e.Types {
		switch t {
		case "Retracted Publication":
			r.Retracted = true
		case "Preprint":
			r.Type = Preprint
		}
	}
	for _, n := range e.Notes {
		if kind := pubMedNotices[n.Type]; kind != "" {
			r.relate(kind, n.Source, "")
			r.Retracted = r.Retracted || kind == RetractedBy
		}
	}
	r.link(r.URL, false, false)
	if r.PMCID != "" {
		r.link("https://pmc.ncbi.nlm.nih.gov/articles/"+r.PMCID+"/", false, true)
	}
}

var pubMedNotices = map[string]RelationKind{
	"RetractionIn": RetractedBy, "ErratumIn": CorrectedBy, "ExpressionOfConcernIn": ConcernBy, "UpdateIn": NewVersionIs,
	"RetractionOf": NoticeAbout, "ErratumFor": NoticeAbout, "ExpressionOfConcernFor": NoticeAbout,
}

var _ Harvester = (*pubMed)(nil)

// Limits of PubMed's history server.
const (
	pubMedPage = 200
	pubMedLast = 9_999 // number of records that can be fetched per search
)

// PageSize returns the number of records per response.
func (p *pubMed) PageSize() int { return pubMedPage }

// Selection returns the query in PubMed's syntax.
func (p *pubMed) Selection(h Harvest) (string, error) {
	parts, err := h.phrases("PubMed")
	if err != nil {
		return "", err
	}
	if h.From != "" {
		parts = append(parts, `"`+strings.ReplaceAll(h.From, "-", "/")+`"[lr] : "3000"[lr]`)
	}
	if h.Since > 0 {
		parts = append(parts, fmt.Sprintf("%d:3000[dp]", h.Since))
	}
	return strings.Join(parts, " AND "), nil
}

// Harvest starts a search on the history server, or fetches a page of an open search. It splits a
// search with too many records by the dates on which they were added to PubMed.
func (p *pubMed) Harvest(ctx context.Context, h Harvest, token string) (page HarvestPage, err error) {
	query, err := p.Selection(h)
	if err != nil {
		return page, err
	}
	at := wholeListing(0)
	if token != "" {
		if at, err = parseListing(token); err != nil {
			return page, err
		}
	}
	if at.session == "" {
		return p.openSearch(ctx, query, at)
	}
	return p.fetchPage(ctx, at)
}

// openSearch stores the records of the current span on the history server. It returns a page without
// records.
func (p *pubMed) openSearch(ctx context.Context, query string, at listing) (page HarvestPage, err error) {
	values := url.Values{"db": {"pubmed"}, "term": {query}, "retmode": {"xml"}, "retmax": {"0"}, "usehistory": {"y"}}
	if at.spans[0] != wholeListing(0).spans[0] {
		from, to := at.spans[0].dates("2006/01/02")
		values.Set("datetype", "edat")
		values.Set("mindate", from)
		values.Set("maxdate", to)
	}
	found, err := ask(ctx, p.service, p.request("esearch", values, 0), parsePubMedHistory)
	if err != nil {
		return page, err
	}
	page.Total = found.total
	switch {
	case at.isLong(found.total, pubMedLast):
		page.Next = at.split().String()
	case found.total == 0:
		page.Next = at.after(0, 0, 0).String()
	default:
		at.session = strconv.Itoa(found.total) + ":" + found.key + ":" + found.env
		page.Next = at.String()
	}
	return page, nil
}

type pubMedHistory struct {
	total    int
	key, env string
}

var (
	pubMedEnv     = regexp.MustCompile(`^[A-Za-z0-9_.%@-]{1,400}$`)
	pubMedSession = regexp.MustCompile(`^([0-9]{1,9}):([0-9]{1,9}):([A-Za-z0-9_.%@-]{1,400})$`)
)

func parsePubMedHistory(body []byte) (found pubMedHistory, err error) {
	reply, err := parsePubMedSearch(body)
	if err != nil {
		return found, err
	}
	found = pubMedHistory{key: strings.TrimSpace(reply.Key), env: strings.TrimSpace(reply.Env)}
	if found.total, err = strconv.Atoi(strings.TrimSpace(*reply.Count)); err != nil || found.total < 0 {
		return found, errNoAnswer
	}
	if found.total > 0 && (!pubMedNumber.MatchString(found.key) || !pubMedEnv.MatchString(found.env)) {
		return found, errors.New("it does not identify the search (WebEnv, QueryKey); try again later")
	}
	return found, nil
}

// fetchPage fetches records of an open search. If the server has discarded the search, it returns
// ErrExpired.
func (p *pubMed) fetchPage(ctx context.Context, at listing) (page HarvestPage, err error) {
	session := pubMedSession.FindStringSubmatch(at.session)
	if session == nil {
		return page, errListing
	}
	total, _ := strconv.Atoi(session[1])
	values := url.Values{"db": {"pubmed"}, "retmode": {"xml"}, "query_key": {session[2]}, "WebEnv": {session[3]},
		"retstart": {strconv.Itoa(at.at)}, "retmax": {strconv.Itoa(pubMedPage)}}
	page.Records, err = ask(ctx, p.service, p.request("efetch", values, 0), parsePubMedPage)
	if failed := new(Error); errors.As(err, &failed) && failed.Kind == Refused && failed.Status == 400 {
		return page, &Error{Source: p.source, Kind: Refused, Status: failed.Status, Err: ErrExpired}
	}
	if err != nil {
		return page, err
	}
	page.Total, page.Next = total, at.after(pubMedPage, total, pubMedLast).String()
	return page, nil
}

func parsePubMedPage(body []byte) ([]*Record, error) {
	var failed struct {
		XMLName xml.Name `xml:"eFetchResult"`
		Error   string   `xml:"ERROR"`
	}
	if unmarshalXML(body, &failed) == nil {
		return nil, &Error{Source: "pubmed", Kind: Refused, Detail: failed.Error, Err: ErrExpired}
	}
	return parsePubMed(body)
}
