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
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// arXiv queries arXiv's API, which returns Atom feeds.
type arXiv struct{ *service }

// Literal returns the value of the parameter search_query.
func (a *arXiv) Literal(q Query) string {
	var parts []string
	if q.Title != "" {
		parts = append(parts, anyOf("ti:", []string{q.Title}))
		if q.Author != "" {
			parts = append(parts, anyOf("au:", []string{q.Author}))
		}
	} else {
		parts = append(parts, anyOf("all:", q.Keywords))
	}
	if from, to, bounded := q.years(); bounded {
		parts = append(parts, fmt.Sprintf("submittedDate:[%04d01010000 TO %04d12312359]", from, to))
	}
	return strings.Join(parts, " AND ")
}

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

// addCategories adds the categories of an entry, with the primary category first.
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

// maxNotice is the maximum number of bytes searched for a withdrawal notice.
const maxNotice = 300

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
