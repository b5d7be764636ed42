package online

import (
	"context"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
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
	// HarvestHosts returns the hosts to which requests are sent.
	HarvestHosts() []string
	// PageSize returns the usual number of records per response.
	PageSize() int
	// Selection returns the query in the form in which it is sent. It fails if the source does not
	// support the query.
	Selection(Harvest) (string, error)
	// Harvest returns the page for a token, or the first page if the token is "". If the token has
	// expired, it returns ErrExpired.
	Harvest(ctx context.Context, h Harvest, token string) (HarvestPage, error)
}

// ErrExpired is returned if the service has discarded a token, so that the harvest must start again.
var ErrExpired = fmt.Errorf("the service has discarded the position of this download: run the same " +
	"command again later")

// Harvester returns an enabled source that supports harvesting.
func (c *Client) Harvester(name string) (Harvester, error) {
	if err := sources.Check(name); err != nil {
		return nil, err
	}
	if c.sources[name] == nil {
		return nil, &Error{Source: name, Kind: Off}
	}
	if h, ok := c.harvests[name]; ok {
		return h, nil
	}
	if h, ok := c.sources[name].(Harvester); ok {
		return h, nil
	}
	return nil, &Error{
		Source: name, Kind: Unsupported, Detail: "only papers of arxiv, europepmc, openalex and pubmed can be " +
			"downloaded by category or query",
	}
}

// maxToken is the maximum length of a token, in bytes.
const maxToken = 2 << 10

// isToken reports whether a token is valid, so that it may be sent back to the service that issued
// it.
func isToken(s string) bool {
	return len(s) <= maxToken && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' })
}
