package online

import (
	"bytes"
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
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// arXiv queries arXiv's API, which returns Atom feeds.
type arXiv struct{ *service }

var arXivSyntax = syntax{"all:", "ti:", "au:", " AND submittedDate:[%04d01010000 TO %04d12312359]"}

// Literal returns the value of the search_query parameter.
func (a *arXiv) Literal(q Query) string { return arXivSyntax.query(q) }

// Search returns the most relevant records.
func (a *arXiv) Search(ctx context.Context, q Query) ([]*Record, error) {
	q, err := q.check()
	if err != nil {
		return nil, err
	}
	values := url.Values{"search_query": {a.Literal(q)}, "sortBy": {"relevance"}, "sortOrder": {"descending"},
		"start": {"0"}, "max_results": {strconv.Itoa(q.Limit)}}
	return a.feed(ctx, values, searchAge, false)
}

// Lookup returns the record for an arXiv identifier, with or without a version.
func (a *arXiv) Lookup(ctx context.Context, id ID) (*Record, error) {
	if id.Scheme != ArXiv {
		return nil, a.unsupported("it accepts only arXiv identifiers")
	}
	name := strings.TrimPrefix(id.String(), "arxiv:")
	all, err := a.feed(ctx, url.Values{"id_list": {name}, "max_results": {"1"}}, recordAge, true)
	if err != nil {
		return nil, err
	}
	for _, r := range all {
		if r.ArXiv == id.Value {
			return r, nil
		}
	}
	return nil, a.fail(Malformed, 0, "its record describes another paper, not "+id.String(), nil)
}

func (a *arXiv) feed(ctx context.Context, values url.Values, age time.Duration, lookup bool) ([]*Record, error) {
	r := request{url: a.base("/api/query?" + values.Encode()), media: asXML, age: age, lookup: lookup}
	return ask(ctx, a.service, r, func(body []byte) ([]*Record, error) {
		all, err := parseArXiv(body)
		if err == nil && lookup && len(all) == 0 {
			err = a.fail(NotFound, 0, "", nil)
		}
		return all, err
	})
}

type atomFeed struct {
	XMLName xml.Name    `xml:"feed"`
	Entries []atomEntry `xml:"entry"`
}

type atomEntry struct {
	ID        string `xml:"id"`
	Title     string `xml:"title"`
	Summary   string `xml:"summary"`
	Published string `xml:"published"`
	Comment   string `xml:"comment"`
	Journal   string `xml:"journal_ref"`
	DOI       string `xml:"doi"`
	Primary   struct {
		Term string `xml:"term,attr"`
	} `xml:"primary_category"`
	Authors []struct {
		Name string `xml:"name"`
	} `xml:"author"`
	Categories []struct {
		Term string `xml:"term,attr"`
	} `xml:"category"`
	Links []struct {
		Href string `xml:"href,attr"`
		Type string `xml:"type,attr"`
	} `xml:"link"`
}

// parseArXiv parses a feed. It fails if an entry reports an error.
func parseArXiv(body []byte) (all []*Record, err error) {
	var feed atomFeed
	if err := unmarshalXML(body, &feed); err != nil {
		return nil, err
	}
	for _, e := range feed.Entries {
		if strings.Contains(e.ID, "/api/errors") {
			return nil, errors.New(strings.TrimSpace(e.Summary))
		}
		if r := e.record(); r.ArXiv != "" && r.finish("arxiv") {
			all = append(all, r)
		}
	}
	return all, nil
}

var versionOf = regexp.MustCompile(`v([0-9]{1,3})$`)

func (e atomEntry) record() *Record {
	r := &Record{Type: Preprint, Paper: paper.Paper{Title: e.Title, Abstract: e.Summary,
		ArXiv: paper.MentionedArXiv(e.ID), URL: strings.Replace(strings.TrimSpace(e.ID), "http://", "https://", 1)}}
	if m := versionOf.FindStringSubmatch(strings.TrimSpace(e.ID)); m != nil {
		r.Version, _ = strconv.Atoi(m[1])
	}
	r.Year, r.Month = yearAndMonth(e.Published)
	for _, author := range e.Authors {
		r.Authors = append(r.Authors, corpus.Person(author.Name))
	}
	r.addCategories(e)
	for _, l := range e.Links {
		if l.Type == "text/html" || l.Type == "application/pdf" {
			r.link(l.Href, l.Type == "application/pdf", true)
		}
	}
	r.relate(PublishedAs, e.DOI, "")
	r.Withdrawn = isWithdrawn(e.Comment, e.Summary)
	return r
}

// addCategories adds an entry's categories, the primary category first.
func (r *Record) addCategories(e atomEntry) {
	if e.Primary.Term != "" {
		r.Categories = append(r.Categories, e.Primary.Term)
	}
	for _, c := range e.Categories {
		if c.Term != e.Primary.Term && len(r.Categories) < maxRelated {
			r.Categories = append(r.Categories, c.Term)
		}
	}
}

const textWord = `(?:arxiv\s+)?(?:paper|submission|article|manuscript|preprint|eprint|version|work)`

var (
	withdrawnNotice = regexp.MustCompile(`(?i)^\W*(?:(?:this|the|our)\s+)?` + textWord +
		`\s+(?:\w+\s+){0,3}withdrawn\b`)
	withdrawnByUs  = regexp.MustCompile(`(?i)^\W*(?:we|i|the\s+authors?)\s+(?:\w+\s+)?withdr(?:aw|ew|awn)\s+(?:this|the|our)\s+` + textWord + `\b`)
	withdrawnAlone = regexp.MustCompile(`(?i)^\W*(?:temporarily\s+)?withdrawn\b`)
)

const maxNotice = 300 // bytes searched for a withdrawal notice

// isWithdrawn reports whether the comment or the abstract is a withdrawal notice.
func isWithdrawn(comment, summary string) bool {
	comment, summary = text.Cut(comment, maxNotice), text.Cut(summary, maxNotice)
	return withdrawnAlone.MatchString(comment) || slices.ContainsFunc([]string{comment, summary}, func(s string) bool {
		return withdrawnNotice.MatchString(s) || withdrawnByUs.MatchString(s)
	})
}

// unmarshalXML decodes UTF-8 XML that may contain HTML entities.
func unmarshalXML(body []byte, into any) error {
	tokens := xml.NewDecoder(strings.NewReader(string(body)))
	tokens.Entity = xml.HTMLEntity
	return tokens.Decode(into)
}

// FullText reads the TeX source of a preprint. The error has kind NotFound if the preprint was
// submitted as a PDF.
func (a *arXiv) FullText(ctx context.Context, r *Record) (*paper.Paper, error) {
	if r.ArXiv == "" {
		return nil, a.fail(NotFound, 0, "the paper has no arXiv identifier", nil)
	}
	id := ID{ArXiv, r.ArXiv, 0}
	if r.Type == Preprint {
		id.Version = r.Version
	}
	name := strings.ReplaceAll(url.PathEscape(strings.TrimPrefix(id.String(), "arxiv:")), "%2F", "/")
	source := request{url: a.base("/e-print/" + name), media: asBytes, limit: maxFullText, age: recordAge, lookup: true}
	return ask(ctx, a.service, source, func(body []byte) (*paper.Paper, error) { return a.source(ctx, body, r) })
}

func (a *arXiv) source(ctx context.Context, body []byte, r *Record) (*paper.Paper, error) {
	if bytes.HasPrefix(body, []byte("%PDF")) {
		return nil, a.fail(NotFound, 0, "only a PDF was submitted, without source", nil)
	}
	found, err := corpus.Record(ctx, "LaTeX source", body)
	if err != nil {
		return nil, err
	}
	whole := r.Paper
	whole.Body, whole.References = found.Body, found.References
	return &whole, nil
}

// arXivHarvest lists records through OAI-PMH. It shares its rate limit with arXiv's other APIs.
type arXivHarvest struct{ *service }

var _ Harvester = (*arXivHarvest)(nil)

const arXivPage = 1300 // usual number of records in a response

// PageSize returns the usual number of records per response.
func (a *arXivHarvest) PageSize() int { return arXivPage }

var arXivCategory = regexp.MustCompile(`^([a-z]+(?:-[a-z]+)?)(?:\.([A-Za-z-]{2,20}))?$`)

// arXivArchives lists the archives in the physics group. Every other archive is its own group.
var arXivArchives = map[string]bool{"astro-ph": true, "cond-mat": true, "gr-qc": true, "hep-ex": true, "hep-lat": true,
	"hep-ph": true, "hep-th": true, "math-ph": true, "nlin": true, "nucl-ex": true, "nucl-th": true, "physics": true,
	"quant-ph": true}

// Selection returns the OAI-PMH set for a category, such as cs:cs:CL for "cs.CL" and physics:hep-th
// for "hep-th".
func (a *arXivHarvest) Selection(h Harvest) (string, error) {
	m := arXivCategory.FindStringSubmatch(h.Set)
	if len(h.Keywords) > 0 {
		return "", errors.New("--query cannot be used with arXiv: use --arxiv with a category such as cs.CL")
	}
	if m == nil {
		return "", fmt.Errorf("%q is not an arXiv category: use one such as cs.CL or hep-th", h.Set)
	}
	set := m[1] + ":" + m[1]
	if arXivArchives[m[1]] {
		set = "physics:" + m[1]
	} else if m[2] == "" {
		return "", fmt.Errorf("%q is an archive with several categories: use one of them, in the form %s.XX", h.Set, m[1])
	}
	if m[2] != "" {
		set += ":" + m[2]
	}
	return set, nil
}

// Harvest returns a page of records. It selects records by the date of their last change.
func (a *arXivHarvest) Harvest(ctx context.Context, h Harvest, token string) (page HarvestPage, err error) {
	values := url.Values{"verb": {"ListRecords"}}
	if token != "" {
		values.Set("resumptionToken", token)
	} else {
		set, err := a.Selection(h)
		if err != nil {
			return page, err
		}
		values.Set("metadataPrefix", "arXiv")
		values.Set("set", set)
		if h.From != "" {
			values.Set("from", h.From)
		} else if h.Since > 0 {
			values.Set("from", fmt.Sprintf("%04d-01-01", h.Since)) // a record cannot have changed before its creation
		}
	}
	return ask(ctx, a.service, request{url: a.base("/oai?" + values.Encode()), media: asXML}, parseOAI)
}

type oaiReply struct {
	Error struct {
		Code string `xml:"code,attr"`
		Text string `xml:",chardata"`
	} `xml:"error"`
	List *struct {
		Records []struct {
			Header struct {
				Status string `xml:"status,attr"`
			} `xml:"header"`
			Metadata struct {
				ArXiv oaiRecord `xml:"arXiv"`
			} `xml:"metadata"`
		} `xml:"record"`
		Token struct {
			Total string `xml:"completeListSize,attr"`
			Text  string `xml:",chardata"`
		} `xml:"resumptionToken"`
	} `xml:"ListRecords"`
}

type oaiRecord struct {
	ID         string `xml:"id"`
	Created    string `xml:"created"`
	Title      string `xml:"title"`
	Abstract   string `xml:"abstract"`
	Comments   string `xml:"comments"`
	Categories string `xml:"categories"`
	DOI        string `xml:"doi"`
	License    string `xml:"license"`
	Authors    []struct {
		Family string `xml:"keyname"`
		Given  string `xml:"forenames"`
	} `xml:"authors>author"`
}

func parseOAI(body []byte) (page HarvestPage, err error) {
	var reply oaiReply
	if err := unmarshalXML(body, &reply); err != nil {
		return page, err
	}
	switch {
	case reply.Error.Code == "noRecordsMatch":
		return page, nil
	case reply.Error.Code == "badResumptionToken":
		return page, &Error{Source: "arxiv", Kind: Refused, Err: ErrExpired}
	case reply.Error.Code != "":
		return page, &Error{Source: "arxiv", Kind: Refused, Detail: reply.Error.Text}
	case reply.List == nil:
		return page, errNoAnswer
	}
	for _, item := range reply.List.Records {
		r := item.Metadata.ArXiv.record()
		if item.Header.Status != "deleted" && r.ArXiv != "" && r.finish("arxiv") {
			page.Records = append(page.Records, r)
		}
	}
	if page.Next = strings.TrimSpace(reply.List.Token.Text); !isToken(page.Next) {
		return page, errors.New("the next-page token is invalid; try again later")
	}
	page.Total, _ = strconv.Atoi(reply.List.Token.Total)
	return page, nil
}

func (o oaiRecord) record() *Record {
	r := &Record{Type: Preprint, Categories: strings.Fields(o.Categories), Paper: paper.Paper{Title: o.Title,
		Abstract: o.Abstract, ArXiv: paper.ArXiv(o.ID), License: webAddress(o.License)}}
	r.Categories = r.Categories[:min(len(r.Categories), maxRelated)]
	r.Year, r.Month = yearAndMonth(o.Created)
	for _, a := range o.Authors {
		r.Authors = append(r.Authors, paper.Author{Given: strings.TrimSpace(a.Given), Family: strings.TrimSpace(a.Family)})
	}
	if r.ArXiv != "" {
		r.URL = "https://arxiv.org/abs/" + r.ArXiv
	}
	r.relate(PublishedAs, o.DOI, "")
	r.Withdrawn = isWithdrawn(o.Comments, o.Abstract)
	return r
}
