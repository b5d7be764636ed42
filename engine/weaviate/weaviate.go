package weaviate

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
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
}

// A Corpus is an engine.Retriever. Push, Verify and Prune write to it. It is safe for concurrent use.
type Corpus struct {
	opts    Options
	address Address
	client  client

	sampling chan struct{} // semaphore for sampled
	sampled  *sample

	mu    sync.Mutex
	known about
	read  time.Time // time when known was fetched
}

var (
	_ engine.Retriever = (*Corpus)(nil)
	_ engine.Limited   = (*Corpus)(nil)
)

// patience is longer than the time that a cluster takes to notice that a node is down.
const patience = 15 * time.Second

// Open returns the corpus at an address. It sends no request.
func Open(opts Options) (*Corpus, error) {
	c := &Corpus{opts: opts, address: opts.Address, sampling: make(chan struct{}, 1)}
	c.client.key = opts.Key
	for _, node := range opts.Address.Nodes {
		if opts.Key != nil && strings.HasPrefix(node, "http:") && !network.IsLoopback(node) {
			return nil, fmt.Errorf("%s: the API key would be sent unencrypted: use weaviate+https, or remove this address "+
				"from remote.token_env and remote.token_command", opts.Address)
		}
		service, err := network.NewService(network.Service{URL: node, Kept: true})
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

// id returns the ID of the corpus. It is derived from the address, so that a cluster cannot claim
// the ID of another one.
func (c *Corpus) id() string { return "weaviate:" + url.PathEscape(c.address.String()) }

// ours sets the fields of a paper that name its corpus.
func (c *Corpus) ours(p *engine.Paper, a about) *engine.Paper {
	p.Corpus, p.CorpusID, p.Also = a.Name, c.id(), nil
	return p
}

// An Address locates a collection in a Weaviate cluster.
type Address struct {
	Nodes      []string // URLs of the nodes, such as http://host:port; each node serves the whole cluster
	Collection string
}

// scheme precedes http or https in the address of a collection.
const scheme = "weaviate+"

// maxNodes is the maximum number of nodes in an address.
const maxNodes = 64

var collectionName = regexp.MustCompile(`^[A-Z][A-Za-z0-9_]{0,99}$`)

// ParseAddress parses weaviate+http://host:port,host:port/Collection.
func ParseAddress(s string) (a Address, err error) {
	bad := func(why string) (Address, error) {
		return Address{}, fmt.Errorf(
			"%q is not a valid address of a Weaviate collection, such as weaviate+http://127.0.0.1:8080/Papers: %s", s, why)
	}
	address, ours := strings.CutPrefix(s, scheme)
	protocol, rest, ok := strings.Cut(address, "://")
	if !ours || !ok || protocol != "http" && protocol != "https" {
		return bad("it must begin with weaviate+http:// or weaviate+https://")
	}
	hosts, collection, _ := strings.Cut(rest, "/")
	if a.Collection = strings.TrimSuffix(collection, "/"); !collectionName.MatchString(a.Collection) {
		return bad("it must end with the name of a collection (a capital letter, then up to 99 letters, " +
			"digits or underscores)")
	}
	for host := range strings.SplitSeq(hosts, ",") {
		u, err := url.Parse(protocol + "://" + host)
		if err != nil || u.Hostname() == "" || u.Host != host || u.String() != protocol+"://"+host {
			return bad("write each host as host:port, and separate several hosts with commas")
		}
		a.Nodes = append(a.Nodes, u.String())
	}
	if len(a.Nodes) > maxNodes {
		return bad(fmt.Sprintf("it may name at most %d nodes", maxNodes))
	}
	return a, nil
}

// String formats the address as ParseAddress expects it.
func (a Address) String() string {
	protocol, _, _ := strings.Cut(a.Nodes[0], "://")
	hosts := make([]string, len(a.Nodes))
	for i, node := range a.Nodes {
		hosts[i] = strings.TrimPrefix(node, protocol+"://")
	}
	return scheme + protocol + "://" + strings.Join(hosts, ",") + "/" + a.Collection
}
