package online

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

var _ Harvester = (*pubMed)(nil)

// Limits of PubMed's history server.
const (
	pubMedPage = 200
	pubMedLast = 9_999 // number of records of a search that can be fetched
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

// Harvest starts a search on the history server, or fetches a page of a search that it started. A
// search with too many records is split by the dates at which they were added to PubMed.
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
		return found, errors.New("its reply does not identify the search (WebEnv, QueryKey); try again later")
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
		return page, &Error{Source: p.name, Kind: Refused, Status: failed.Status, Err: ErrExpired}
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
		return nil, &Error{Source: "pubmed", Kind: Refused, Detail: detail(failed.Error), Err: ErrExpired}
	}
	return parsePubMed(body)
}
