package weaviate

import (
	"context"
	"crypto/x509"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/network"
)

// Options configure access to a collection.
type Options struct {
	Address Address
	// Key returns the API key. It is nil if the cluster needs none.
	Key func(context.Context) (string, error)
	// Manuscript allows sending the sentences before the cursor and their vectors. Otherwise only
	// keywords are sent.
	Manuscript bool
	// Embedder computes the vectors of upserted papers. If nil, they have no vectors.
	Embedder engine.Embedder
	Roots    *x509.CertPool // see network.Service
}

// A Corpus is an engine.Retriever and an engine.Indexer. It is safe for concurrent use.
type Corpus struct {
	opts    Options
	address Address
	client  client

	sampling chan struct{} // semaphore for sampled
	sampled  *sample

	mu      sync.Mutex
	known   about
	read    time.Time                // time when known was fetched
	pending map[string]*engine.Paper // pending changes by ID; nil for a paper to delete
}

var (
	_ engine.Retriever = (*Corpus)(nil)
	_ engine.Indexer   = (*Corpus)(nil)
	_ engine.Limited   = (*Corpus)(nil)
)

// patience is longer than a cluster needs to notice that a node is down.
const patience = 15 * time.Second

// Open returns the corpus at an address. It sends no request.
func Open(opts Options) (*Corpus, error) {
	c := &Corpus{
		opts:     opts,
		address:  opts.Address,
		sampling: make(chan struct{}, 1),
		pending:  make(map[string]*engine.Paper),
	}
	c.client.key = opts.Key
	for _, node := range opts.Address.Nodes {
		if opts.Key != nil && strings.HasPrefix(node, "http:") && !network.IsLoopback(node) {
			return nil, fmt.Errorf(
				"%s: the API key would be sent unencrypted: use weaviate+https, or remove this address from "+
					"remote.token_env and remote.token_command",
				opts.Address,
			)
		}
		service, err := network.NewService(network.Service{URL: node, Roots: opts.Roots, Kept: true})
		if err != nil {
			return nil, err
		}
		c.client.nodes = append(c.client.nodes, nodeClient{node, service})
	}
	return c, nil
}

// Close implements engine.Retriever.
func (*Corpus) Close() error { return nil }

// Limits implements engine.Limited.
func (*Corpus) Limits() engine.Limits { return engine.Limits{Patience: patience} }

// Info implements engine.Retriever. If the collection has more than a few thousand papers, FullTexts
// is an estimate.
func (c *Corpus) Info(ctx context.Context) (engine.Info, error) {
	a, err := c.look(ctx)
	if err != nil {
		return engine.Info{}, err
	}
	s, err := c.sampleOf(ctx, a)
	if err != nil {
		return engine.Info{}, err
	}
	return engine.Info{
		ID: c.id(), Name: a.Name, Path: c.address.String(), Papers: a.papers, FullTexts: s.of(s.full, a.papers),
		Embedder: a.Embedder, State: a.State,
	}, nil
}

// id returns the ID of the corpus. It is derived from the address, so that a cluster cannot use the ID
// of another one.
func (c *Corpus) id() string { return "weaviate:" + url.PathEscape(c.address.String()) }

// ours sets the fields of a paper that name its corpus.
func (c *Corpus) ours(p *engine.Paper, a about) *engine.Paper {
	p.Corpus, p.CorpusID, p.Also = a.Name, c.id(), nil
	return p
}

func countOf(r reply, name string) int {
	for _, a := range r.Data.Aggregate[name] {
		return max(0, a.Meta.Count)
	}
	return 0
}
