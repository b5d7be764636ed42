package online

import (
	"context"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
)

// A Harvest selects the records of a source.
type Harvest struct {
	Set      string   `json:"set,omitempty"`      // of arXiv, such as cs.CL
	Keywords []string `json:"keywords,omitempty"` // of Europe PMC; papers have all of them
	Since    int      `json:"since,omitempty"`    // year of the oldest papers
	From     string   `json:"from,omitempty"`     // date of the oldest changes, such as 2026-11-23
}

// A HarvestPage is one reply of a harvest.
type HarvestPage struct {
	Records []*Record
	Next    string // token of the next page, "" for the last
	Total   int    // records of all pages, 0 if unknown
}

// A Harvester is a source that lists all records of a selection.
type Harvester interface {
	// HarvestHosts returns the hosts of the requests.
	HarvestHosts() []string
	// PageSize returns the usual number of records per reply.
	PageSize() int
	// Selection returns the query as it is sent, or an error if it cannot be.
	Selection(Harvest) (string, error)
	// Harvest returns the page of a token, the first for "". An expired token is ErrExpired.
	Harvest(ctx context.Context, h Harvest, token string) (HarvestPage, error)
}

// ErrExpired is returned for a token that the service no longer knows: the harvest has to begin
// anew.
var ErrExpired = fmt.Errorf("the service no longer knows the place of this harvest")

// Harvester returns a source that is turned on and can be harvested.
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
	return nil, &Error{Source: name, Kind: Unsupported, Detail: "arxiv and europepmc can be harvested"}
}

// maxToken bounds a token, in bytes.
const maxToken = 2 << 10

// isToken reports whether a token may be sent back to its service.
func isToken(s string) bool {
	return len(s) <= maxToken && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' })
}
