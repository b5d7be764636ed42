package online

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A Harvest selects records from a source.
type Harvest struct {
	Set      string   `json:"set,omitempty"`      // arXiv category, such as cs.CL, or OpenAlex topic, such as T10028
	Keywords []string `json:"keywords,omitempty"` // keywords for Europe PMC and PubMed; papers must match all of them
	Since    int      `json:"since,omitempty"`    // earliest year of publication
	From     string   `json:"from,omitempty"`     // earliest date of the last change, such as 2026-11-23
}

// A HarvestPage is one page of a harvest.
type HarvestPage struct {
	Records []*Record
	Next    string // token of the next page; "" for the last page
	Total   int    // number of records on all pages; 0 if unknown
}

// A Harvester is a source that can list all records that match a Harvest.
type Harvester interface {
	// Hosts returns the hosts to which requests are sent.
	Hosts() []string
	// PageSize returns the usual number of records per response.
	PageSize() int
	// Selection returns the query in the form in which it is sent. It fails if the source does not
	// support the query.
	Selection(Harvest) (string, error)
	// Harvest returns the page for a token, or the first page if the token is "". If the token has
	// expired, it returns ErrExpired.
	Harvest(ctx context.Context, h Harvest, token string) (HarvestPage, error)
}

// phrases returns the keywords as query phrases. It fails if they cannot be sent, or if the harvest
// selects a category.
func (h Harvest) phrases(service string) (all []string, err error) {
	q, err := Query{Keywords: h.Keywords}.check()
	if err != nil {
		return nil, err
	}
	if h.Set != "" {
		return nil, fmt.Errorf("category %q cannot be used with %s: select papers with --query", h.Set, service)
	}
	for _, k := range q.Keywords {
		all = append(all, anyOf("", []string{k}))
	}
	return all, nil
}

// ErrExpired is returned if the service has discarded a token, so that the harvest must start again.
var ErrExpired = fmt.Errorf("the service has discarded the position of this download: run the same " +
	"command again later")

// Harvester returns an enabled source that supports harvesting.
func (c *Client) Harvester(name string) (Harvester, error) {
	if h, ok := c.harvests[name]; ok {
		return h, nil
	}
	return sourceAs[Harvester](c, name, "only papers from arxiv, europepmc, openalex and pubmed can be downloaded by "+
		"category or query")
}

const maxToken = 2 << 10 // bytes

// isToken reports whether a token is safe to send back to the service that issued it.
func isToken(s string) bool {
	return len(s) <= maxToken && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' })
}

// A span is a range of dates, in days since firstDay.
type span struct{ first, last int }

// Earliest and latest dates of records.
var (
	firstDay = time.Date(1500, 1, 1, 0, 0, 0, 0, time.UTC)
	lastDay  = dayOf(time.Date(2100, 12, 31, 0, 0, 0, 0, time.UTC))
)

func dayOf(t time.Time) int { return int((t.Unix() - firstDay.Unix()) / (24 * 60 * 60)) }

func (s span) dates(layout string) (from, to string) {
	return firstDay.AddDate(0, 0, s.first).Format(layout), firstDay.AddDate(0, 0, s.last).Format(layout)
}

// A listing is the position of a harvest at a service that lists only the first records of a query.
// To list more records, a harvest splits the query by date. A listing is encoded as the token of the
// next page.
type listing struct {
	spans   []span // spans that are not completely listed, starting with the current one
	at      int    // number of records of the current span already listed
	session string // session at the service; "" if none is open
}

// wholeListing returns the start of a listing of the records from a year onward.
func wholeListing(since int) listing {
	first := 0
	if since > 0 {
		first = max(0, dayOf(time.Date(min(since, 2100), 1, 1, 0, 0, 0, 0, time.UTC)))
	}
	return listing{spans: []span{{first, lastDay}}}
}

// String returns the token of a listing, or "" at its end.
func (l listing) String() string {
	if len(l.spans) == 0 {
		return ""
	}
	var spans []string
	for _, s := range l.spans {
		spans = append(spans, fmt.Sprintf("%d-%d", s.first, s.last))
	}
	return strings.Join(spans, ",") + ";" + strconv.Itoa(l.at) + ";" + l.session
}

var errListing = errors.New("the stored position of the download is damaged: remove the corpus folder and " +
	"build the corpus again")

// parseListing parses a token.
func parseListing(token string) (l listing, err error) {
	parts := strings.SplitN(token, ";", 3)
	if len(parts) != 3 {
		return l, errListing
	}
	for text := range strings.SplitSeq(parts[0], ",") {
		var s span
		if _, err := fmt.Sscanf(text, "%d-%d", &s.first, &s.last); err != nil || s.first < 0 || s.last > lastDay ||
			s.first > s.last {
			return l, errListing
		}
		l.spans = append(l.spans, s)
	}
	if l.at, err = strconv.Atoi(parts[1]); err != nil || l.at < 0 {
		return l, errListing
	}
	l.session = parts[2]
	return l, nil
}

// isLong reports whether the current span can be split and has more records than the service lists.
func (l listing) isLong(total, limit int) bool {
	return total > limit && l.spans[0].first < l.spans[0].last
}

// split returns a listing in which the current span is split into two halves.
func (l listing) split() listing {
	s := l.spans[0]
	middle := s.first + (s.last-s.first)/2
	return listing{spans: append([]span{{s.first, middle}, {middle + 1, s.last}}, l.spans[1:]...)}
}

// after returns the position after n more records of the current span. The span has total records, of
// which the service lists at most limit.
func (l listing) after(n, total, limit int) listing {
	if l.at += n; n == 0 || l.at >= min(total, limit) {
		return listing{spans: l.spans[1:]}
	}
	return l
}
