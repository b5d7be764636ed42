package online

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// preprintServer queries bioRxiv or medRxiv. Their API does not support searches for words, so
// searches use Europe PMC, which includes their preprints.
type preprintServer struct {
	*service // service for the API shared by both servers
	search   *europePMC
	shown    string // the server's name in Europe PMC
}

func preprints(shown string) func(lookup, search *service) Source {
	return func(lookup, search *service) Source {
		return &preprintServer{lookup, &europePMC{search}, shown}
	}
}

func (p *preprintServer) Hosts() []string { return []string{p.host, p.search.host} }

// Literal returns Europe PMC's query for preprints on this server.
func (p *preprintServer) Literal(q Query) string {
	return p.search.Literal(q) + ` AND SRC:PPR AND PUBLISHER:"` + p.shown + `"`
}

// Search queries Europe PMC.
func (p *preprintServer) Search(ctx context.Context, q Query) ([]*Record, error) {
	q, err := q.check()
	if err != nil {
		return nil, err
	}
	all, err := p.search.find(ctx, p.Literal(q), q.Limit, searchAge)
	for _, r := range all {
		r.Source = p.source
	}
	return all, err
}

// preprintPrefixes are the DOI prefixes of both servers.
var preprintPrefixes = []string{"10.1101", "10.64898"}

// Lookup returns the record for the DOI of a preprint.
func (p *preprintServer) Lookup(ctx context.Context, id ID) (*Record, error) {
	prefix, _, _ := strings.Cut(id.Value, "/")
	if id.Scheme != DOI || !slices.Contains(preprintPrefixes, prefix) {
		return nil, p.unsupported("it accepts only DOIs of its preprints")
	}
	name := strings.ReplaceAll(url.PathEscape(id.Value), "%2F", "/")
	all, err := ask(ctx, p.service, request{url: p.base("/details/" + p.source + "/" + name + "/na/json"), age: recordAge,
		lookup: true}, func(body []byte) ([]*Record, error) {
		all, err := parsePreprints(body, p.source)
		if err == nil && len(all) == 0 {
			err = p.fail(NotFound, 0, "", nil)
		}
		return all, err
	})
	slices.SortStableFunc(all, func(a, b *Record) int { return b.Version - a.Version })
	return p.only(all, id, err)
}

func parsePreprints(body []byte, source string) ([]*Record, error) {
	var reply struct {
		Messages   []struct{ Status scalar }
		Collection []json.RawMessage
	}
	if err := json.Unmarshal(body, &reply); err != nil || reply.Messages == nil && reply.Collection == nil {
		return nil, cmp.Or(err, errNoAnswer)
	}
	if len(reply.Collection) == 0 && len(reply.Messages) > 0 {
		status := string(reply.Messages[0].Status)
		if status != "ok" && !strings.Contains(strings.ToLower(status), "no post") {
			return nil, errors.New(status)
		}
	}
	return eachItem(reply.Collection, preprint.record, source), nil
}

type preprint struct {
	DOI, Title, Authors, Date, Version, Type, License, Category, Abstract, Published, Server scalar
}

func (p preprint) record() *Record {
	r := &Record{Type: Preprint, Version: p.Version.Number(),
		Withdrawn: strings.EqualFold(string(p.Type), "withdrawn"), Paper: paper.Paper{
			DOI: string(p.DOI), URL: "https://doi.org/" + string(p.DOI), Title: corpus.PlainText(string(p.Title)),
			Abstract: corpus.PlainJATS(string(p.Abstract)), Venue: string(p.Server), License: string(p.License),
			Publisher: "Cold Spring Harbor Laboratory",
		}}
	if strings.HasPrefix(string(p.DOI), "10.64898/") {
		r.Publisher = "openRxiv"
	}
	r.Year, r.Month = yearAndMonth(string(p.Date))
	for name := range strings.SplitSeq(string(p.Authors), ";") {
		if name = strings.TrimSpace(name); name != "" {
			r.Authors = append(r.Authors, corpus.Person(name))
		}
	}
	if p.Category != "" {
		r.Categories = []string{string(p.Category)}
	}
	if p.Published != "NA" {
		r.relate(PublishedAs, string(p.Published), "")
	}
	r.link(r.URL, false, true)
	return r
}
