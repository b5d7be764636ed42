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

// Options say where a corpus is and what it may know.
type Options struct {
	Address Address
	// Key reads the API key; nil where the cluster needs none.
	Key func(context.Context) (string, error)
	// Manuscript lets the sentences before the cursor, and vectors of them, leave this
	// machine. Without it the cluster gets keywords alone.
	Manuscript bool
	// Embedder makes the vectors of papers that are put in without; nil for none.
	Embedder engine.Embedder
	Roots    *x509.CertPool // as in network.Service
}

// A Corpus is an engine.Retriever and an engine.Indexer. It is safe for concurrent use.
type Corpus struct {
	opts    Options
	address Address
	client  client

	sampling chan struct{} // has a token while the sample is read
	sampled  *sample

	mu      sync.Mutex
	known   about
	read    time.Time // when it was
	pending map[string]*engine.Paper
}

var (
	_ engine.Retriever = (*Corpus)(nil)
	_ engine.Indexer   = (*Corpus)(nil)
	_ engine.Limited   = (*Corpus)(nil)
)

// patience is longer than the others of a cluster need to notice that a node is gone.
const patience = 15 * time.Second

// Open returns the corpus of an address without asking for it.
func Open(opts Options) (*Corpus, error) {
	c := &Corpus{opts: opts, address: opts.Address, sampling: make(chan struct{}, 1), pending: make(map[string]*engine.Paper)}
	c.client.key = opts.Key
	for _, node := range opts.Address.Nodes {
		if opts.Key != nil && strings.HasPrefix(node, "http:") && !network.IsLoopback(node) {
			return nil, fmt.Errorf("%s: the key would travel unencrypted: use weaviate+https, or leave the key out", opts.Address)
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

// Info implements engine.Retriever. FullTexts is an estimate above a few thousand papers.
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
		ID: c.id(), Name: a.Name, Path: c.address.String(), Papers: a.papers, FullTexts: s.of(s.full, a.papers), Embedder: a.Embedder, State: a.State,
	}, nil
}

// id is that of the corpus. It is no claim of the other side, so that no cluster has the
// ID of another one.
func (c *Corpus) id() string { return "weaviate:" + url.PathEscape(c.address.String()) }

// ours says of a paper which corpus it is of.
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
