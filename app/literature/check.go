package literature

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"golang.org/x/sync/errgroup"
)

// A Checked is what a live source said to a harmless question.
type Checked struct {
	Source, Host, Question string
	Records                int
	Err                    error
	Took                   time.Duration
}

// Answered reports whether the host said anything, be it a refusal.
func (c Checked) Answered() bool {
	var failed *online.Error
	return c.Err == nil || errors.As(c.Err, &failed) && failed.Status != 0
}

// known are works that each source has had for years.
var known = map[string]string{
	"arxiv": "1706.03762", "crossref": "10.1371/journal.pone.0033693", "datacite": "10.48550/arxiv.1706.03762", "europepmc": "10.1371/journal.pone.0033693",
	"biorxiv": "10.1101/339747", "medrxiv": "10.1101/2020.09.09.20191205", "pubmed": "pmid:32160763", "openalex": "10.1371/journal.pone.0033693",
	"semanticscholar": "10.1371/journal.pone.0033693", "unpaywall": "10.1371/journal.pone.0033693",
}

// checkedWords are what sources are searched for.
var checkedWords = []string{"microglia", "methylphenidate"}

// Check asks each of the sources for a work that it has, and searches those that can be
// searched. Replies that are kept do not count.
func (o Opener) Check(ctx context.Context, s config.Online) ([]Checked, error) {
	keys, _ := keysOf(ctx, s)
	c, err := online.New(online.Options{Sources: s.Sources, Email: s.Email, Keys: keys, Version: o.Version, StandIn: o.StandIn, Roots: o.Roots})
	if err != nil {
		return nil, err
	}
	names := c.Names()
	answers := make([][]Checked, len(names))
	var group errgroup.Group
	for i, name := range names {
		group.Go(func() error { answers[i] = check(ctx, c, name); return nil })
	}
	_ = group.Wait()
	return slices.Concat(answers...), nil
}

func check(ctx context.Context, c *online.Client, name string) (all []Checked) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if id, ok := online.ParseID(known[name]); ok {
		begun := time.Now()
		_, err := c.Lookup(ctx, name, id)
		all = append(all, Checked{name, online.HostsOf(name)[0], id.String(), 1, err, time.Since(begun)})
	}
	if name == "doi" {
		begun := time.Now()
		agency, err := c.AgencyOf(ctx, known["crossref"])
		all = append(all, Checked{name, online.HostsOf(name)[0], strings.TrimSpace("agency of 10.1371 " + string(agency)), 1, err, time.Since(begun)})
	}
	if !online.CanSearch(name) {
		return all
	}
	q, hosts := online.Query{Keywords: checkedWords, Limit: 3}, online.HostsOf(name)
	begun := time.Now()
	records, err := c.Source(name).Search(ctx, q)
	return append(all, Checked{name, hosts[len(hosts)-1], c.Source(name).Literal(q), len(records), err, time.Since(begun)})
}
