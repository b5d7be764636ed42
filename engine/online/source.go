package online

import (
	"context"
	"crypto/x509"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Source is one repository. It is safe for concurrent use.
type Source interface {
	// Name is its name in settings and messages.
	Name() string
	// Hosts are all that it connects to.
	Hosts() []string
	// Literal is the query as it is sent, without keys and e-mail. Some sources take
	// the years beside it.
	Literal(Query) string
	// Search returns the best records first, none where nothing matches.
	Search(context.Context, Query) ([]*Record, error)
	// Lookup returns the record of an identifier, or an error of the kind NotFound.
	Lookup(context.Context, ID) (*Record, error)
}

// A FullTexter is a source that has texts.
type FullTexter interface {
	Source
	// FullText returns the record with its Body. Its error has the kind NotFound
	// where the source has the work but not its text.
	FullText(context.Context, *Record) (*paper.Paper, error)
}

// An entry of the list of sources.
type entry struct {
	name     string
	hosts    []string
	services []string // by which it asks
	open     func(services map[string]*service) Source
}

// A host of an API, with the pace that its rules ask for.
type api struct {
	host  string
	pace  pace
	keyed pace // with the user's key or e-mail; the same where zero
}

var apis = map[string]api{
	"arxiv":           {"export.arxiv.org", pace{3 * time.Second, 1, 1, true}, pace{}},
	"crossref":        {"api.crossref.org", pace{time.Second / 5, 1, 1, false}, pace{time.Second / 10, 3, 3, false}},
	"datacite":        {"api.datacite.org", pace{600 * time.Millisecond, 5, 2, false}, pace{300 * time.Millisecond, 5, 2, false}},
	"doi":             {"doi.org", pace{time.Second / 5, 5, 2, false}, pace{}},
	"europepmc":       {"www.ebi.ac.uk", pace{time.Second / 5, 5, 3, false}, pace{}},
	"biorxiv":         {"api.biorxiv.org", pace{time.Second, 2, 1, false}, pace{}},
	"pubmed":          {"eutils.ncbi.nlm.nih.gov", pace{350 * time.Millisecond, 1, 2, false}, pace{110 * time.Millisecond, 3, 3, false}},
	"openalex":        {"api.openalex.org", pace{time.Second / 5, 5, 3, false}, pace{}},
	"semanticscholar": {"api.semanticscholar.org", pace{1100 * time.Millisecond, 1, 1, false}, pace{}},
	"dblp":            {"dblp.org", pace{time.Second, 1, 1, false}, pace{}},
	"unpaywall":       {"api.unpaywall.org", pace{time.Second / 5, 5, 2, false}, pace{}},
}

var entries = []entry{
	one("arxiv", func(s *service) Source { return &arXiv{s} }),
	one("crossref", func(s *service) Source { return &crossref{s} }),
	one("datacite", func(s *service) Source { return &dataCite{s} }),
	one("doi", func(s *service) Source { return &doiAgency{s} }),
	one("europepmc", func(s *service) Source { return &europePMC{s} }),
	rxiv("biorxiv", "bioRxiv"),
	rxiv("medrxiv", "medRxiv"),
	one("pubmed", func(s *service) Source { return &pubMed{s} }),
	one("openalex", func(s *service) Source { return &openAlex{s} }),
	one("semanticscholar", func(s *service) Source { return &semanticScholar{s} }),
	one("dblp", func(s *service) Source { return &dblp{s} }),
	one("unpaywall", func(s *service) Source { return &unpaywall{s} }),
}

func one(name string, open func(*service) Source) entry {
	return entry{name, []string{apis[name].host}, []string{name}, func(all map[string]*service) Source { return open(all[name]) }}
}

// Sources are the names of all sources.
func Sources() (names []string) {
	for _, e := range entries {
		names = append(names, e.name)
	}
	return names
}

// HostsOf are the hosts that a source connects to.
func HostsOf(name string) []string {
	for _, e := range entries {
		if e.name == name {
			return slices.Clone(e.hosts)
		}
	}
	return nil
}

// Options say what a client may ask, and with which of the user's data.
type Options struct {
	Sources []string          // by name, those that the user turned on
	Email   string            // sent to the services that ask for one; none where ""
	Keys    map[string]string // by source
	Dir     string            // for the cache and the lock files; nothing is kept where ""
	MaxSize int64             // of the cache, in bytes; DefaultCacheSize where 0
	Version string            // of the program, for its name in requests

	// StandIn and Roots replay replies in tests; see network.Public.
	StandIn string
	Roots   *x509.CertPool

	gates    *gates // of this client alone, in tests
	patience patience
}

// A Client has the sources that its user turned on.
type Client struct {
	sources map[string]Source
	names   []string // in the order of entries
	cache   *Cache
	limits  limits
}

// complete sets what a caller leaves open. A stand-in is never busy: its clients share
// no limits with others and wait for nothing.
func (o *Options) complete() {
	if o.gates == nil {
		o.gates = &processGates
		if o.StandIn != "" {
			o.gates = new(gates)
		}
	}
	if o.patience.tries == 0 {
		o.patience = defaultPatience
		if o.StandIn != "" {
			o.patience.first = time.Millisecond
		}
	}
}

// New returns a client. It connects to nothing yet.
func New(opts Options) (*Client, error) {
	opts.complete()
	c := &Client{sources: make(map[string]Source), limits: defaultLimits}
	if opts.Dir != "" {
		cache, err := OpenCache(filepath.Join(opts.Dir, "replies"), opts.MaxSize)
		if err != nil {
			return nil, fmt.Errorf("the cache of online replies: %w", err)
		}
		c.cache = cache
	}
	for _, name := range opts.Sources {
		if !slices.Contains(Sources(), name) {
			return nil, fmt.Errorf("%q is no online source: known are %s", name, strings.Join(Sources(), ", "))
		}
	}
	return c, c.open(opts)
}

func (c *Client) open(opts Options) error {
	services := make(map[string]*service)
	for _, e := range entries {
		if !slices.Contains(opts.Sources, e.name) {
			continue
		}
		for _, name := range e.services {
			if services[name] == nil {
				services[name] = newService(name, c.cache, opts)
			}
		}
		c.sources[e.name] = e.open(services)
		c.names = append(c.names, e.name)
	}
	if opts.Dir != "" {
		return os.MkdirAll(opts.Dir, 0o700)
	}
	return nil
}

func newService(name string, cache *Cache, opts Options) *service {
	a := apis[name]
	s := &service{name: name, cache: cache, turns: opts.Dir, email: opts.Email, key: opts.Keys[name], patience: opts.patience, pace: a.pace}
	if a.keyed.every > 0 && (s.key != "" || name != "pubmed" && s.email != "") {
		s.pace = a.keyed
	}
	s.agent = "scilit-lsp/" + opts.Version
	if opts.Version == "" {
		s.agent = "scilit-lsp"
	}
	s.gate = opts.gates.of(name, s.pace)
	s.client = network.NewPublic(network.Public{Hosts: []string{a.host}, StandIn: opts.StandIn, Roots: opts.Roots})
	return s
}

// Names are the sources that are turned on.
func (c *Client) Names() []string { return slices.Clone(c.names) }

// Source is a source by its name, nil where it is not turned on.
func (c *Client) Source(name string) Source { return c.sources[name] }

// Forget removes all cached replies and returns how many there were.
func (c *Client) Forget() (int, error) { return c.cache.Forget() }

// CanSearch reports whether a source can be searched by words.
func CanSearch(name string) bool {
	return name != "doi" && name != "unpaywall" && slices.Contains(Sources(), name)
}

// WantsKey reports whether a source takes a key of its user.
func WantsKey(name string) bool {
	return name == "openalex" || name == "pubmed" || name == "semanticscholar"
}

// Registries are the sources that are turned on which confirm that works exist.
func (c *Client) Registries() []string {
	return c.on("doi", "crossref", "datacite", "arxiv", "pubmed", "europepmc")
}

// Lookup asks one source for a work.
func (c *Client) Lookup(ctx context.Context, source string, id ID) (*Record, error) {
	s := c.sources[source]
	if s == nil {
		return nil, &Error{Source: source, Kind: Off}
	}
	return s.Lookup(ctx, id)
}

// Shown is what a source will be sent.
type Shown struct {
	Source, Host, Query string
	From, To            int // years, 0 where open
}

// Show returns what a search sends, and where, before it is sent.
func (c *Client) Show(plan Plan, q Query) (all []Shown, err error) {
	if q, err = q.check(); err != nil {
		return nil, err
	}
	for _, name := range slices.Concat(plan.Primary, plan.Secondary) {
		if source := c.sources[name]; source != nil {
			hosts := source.Hosts()
			all = append(all, Shown{name, hosts[len(hosts)-1], source.Literal(q), q.From, q.To})
		}
	}
	return all, nil
}

// ShowLookup returns what Resolve sends for an identifier, and where. doi.org is sent the
// prefix of a DOI alone, and then one of the agencies the whole.
func (c *Client) ShowLookup(id ID) (all []Shown) {
	add := func(name, query string) {
		if c.sources[name] != nil {
			all = append(all, Shown{Source: name, Host: apis[name].host, Query: query})
		}
	}
	if id.Scheme == DOI {
		prefix, _, _ := strings.Cut(id.Value, "/")
		add("doi", prefix)
		add("crossref", id.Value)
		add("datacite", id.Value)
		return all
	}
	for _, name := range registriesOf[id.Scheme] {
		if add(name, id.Value); len(all) > 0 {
			break
		}
	}
	return all
}

// ShowText is what FullText sends, and where: identifiers of the work.
func (c *Client) ShowText(r *Record) (all []Shown) {
	for _, name := range c.names {
		if _, ok := c.sources[name].(FullTexter); !ok {
			continue
		}
		for _, id := range r.IDs() {
			if (id.Scheme == ArXiv) == (name == "arxiv") {
				all = append(all, Shown{Source: name, Host: apis[name].host, Query: id.Value})
			}
		}
	}
	return all
}

// FullText asks the sources that are turned on for the text of a work, and returns
// the first that comes. Its error has the kind NotFound where none has it.
func (c *Client) FullText(ctx context.Context, r *Record) (*paper.Paper, error) {
	failed := error(&Error{Source: "no source that is turned on", Kind: NotFound})
	for _, name := range c.names {
		source, ok := c.sources[name].(FullTexter)
		if !ok {
			continue
		}
		p, err := source.FullText(ctx, r)
		if err == nil {
			return p, nil
		}
		if !isNotFound(err) {
			failed = err
		}
	}
	return nil, failed
}

func (s *service) Name() string    { return s.name }
func (s *service) Hosts() []string { return []string{apis[s.name].host} }

func (s *service) unsupported(what string) error { return s.fail(Unsupported, 0, what, nil) }

// base is the address of an API with a path below it.
func (s *service) base(path string) string { return "https://" + apis[s.name].host + path }
