package literature

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
	"golang.org/x/sync/errgroup"
)

// A Probe is the result of a query, without user data, that tests whether a source works.
type Probe struct {
	Source, Host, Query string
	Records             int
	Err                 error
	Took                time.Duration
}

// Answered reports whether the host responded, even with an error status.
func (p Probe) Answered() bool {
	failed, ok := errors.AsType[*online.Error](p.Err)
	return p.Err == nil || ok && failed.Status != 0
}

const knownDOI = "10.1371/journal.pone.0033693" // used to test the lookup of registration agencies

// probeWords are the keywords of the test search.
var probeWords = []string{"microglia", "methylphenidate"}

// Probe sends a test query for a known work to each configured source. It also sends a test search
// to sources that support keyword search. It does not use the cache. Notices report keys that cannot
// be read.
func (o Opener) Probe(ctx context.Context, s config.Online) ([]Probe, []wire.Notice, error) {
	opts, notices := o.options(ctx, s)
	c, err := online.New(opts)
	if err != nil {
		return nil, notices, err
	}
	names := c.Names()
	probes := make([][]Probe, len(names))
	var group errgroup.Group
	for i, name := range names {
		source, _ := sources.Find(name)
		group.Go(func() error { probes[i] = probe(ctx, c, source); return nil })
	}
	_ = group.Wait()
	return slices.Concat(probes...), notices, nil
}

func probe(ctx context.Context, c *online.Client, source sources.Source) (all []Probe) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	send := func(host, query string, request func() (records int, err error)) {
		begin := time.Now()
		records, err := request()
		all = append(all, Probe{source.Name, host, query, records, err, time.Since(begin)})
	}
	lookups, searches := source.Lookups().Host, source.Searches().Host
	if id, ok := online.ParseID(source.Example); ok {
		send(lookups, id.String(), func() (int, error) {
			_, err := c.Lookup(ctx, source.Name, id)
			return 1, err
		})
	}
	if source.Agency {
		agency, err := online.Agency(""), error(nil)
		send(lookups, "agency of 10.1371", func() (int, error) {
			agency, err = c.AgencyOf(ctx, knownDOI)
			return 1, err
		})
		all[len(all)-1].Query = strings.TrimSpace("agency of 10.1371 " + string(agency))
	}
	if source.Search {
		q := online.Query{Keywords: probeWords, Limit: 3}
		send(searches, c.Source(source.Name).Literal(q), func() (int, error) {
			records, err := c.Source(source.Name).Search(ctx, q)
			return len(records), err
		})
	}
	return all
}
