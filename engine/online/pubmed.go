package online

import (
	"context"
	"encoding/xml"
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

// A pubMedSearch is a reply of esearch.
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
