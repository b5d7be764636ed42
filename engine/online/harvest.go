package online

import (
	"context"
	"fmt"
	"strings"
)

// A Harvest selects records from a source.
type Harvest struct {
	Set      string   `json:"set,omitempty"`      // category on arXiv, such as cs.CL, or topic on OpenAlex, such as T10028
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

// phrases returns the keywords as phrases of a query. It fails if they cannot be sent, or if the harvest
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
	return sourceAs[Harvester](c, name, "only papers of arxiv, europepmc, openalex and pubmed can be downloaded by "+
		"category or query")
}

const maxToken = 2 << 10 // bytes

// isToken reports whether a token is valid, so that it may be sent back to the service that issued
// it.
func isToken(s string) bool {
	return len(s) <= maxToken && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' })
}
