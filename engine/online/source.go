// Package online searches repositories of the literature, looks up works by identifier, merges the
// records and confirms that works exist. It caches responses and limits its request rates.
//
// A [Client] queries only the sources that the user has enabled, and connects only to their hosts.
// Package sources describes the sources. A [Source] returns records for a [Query] or an [ID]. A
// [Record] is a [paper.Paper] with its type, links and relations to other works. Its text is UTF-8
// without markup, and its year is 0 if unknown.
//
// Errors from sources are of type [Error] with a [Kind]. Only kind [NotFound] means that a source
// lacks a work. A search without results is not an error, and a failure is never reported as a
// search without results.
//
// Requests to one service share a rate limit per process. For arXiv, a lock file extends the limit
// to all processes. Responses are cached by URL, without key and email address. Records are cached
// for 30 days, and searches and missing works for one day. Errors are never cached.
package online

import (
	"context"
	"crypto/x509"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Source queries one repository. It is safe for concurrent use.
type Source interface {
	// Name returns the source's name in settings and messages.
	Name() string
	// Hosts returns all hosts to which the source connects.
	Hosts() []string
	// Literal returns the query in the form in which it is sent, without key and email address.
	// Some sources receive the years as separate parameters.
	Literal(Query) string
	// Search returns the records that match a query, best first.
	Search(context.Context, Query) ([]*Record, error)
	// Lookup returns the record for an identifier, or an error of kind NotFound.
	Lookup(context.Context, ID) (*Record, error)
}

// A FullTexter is a source that provides full texts.
type FullTexter interface {
	Source
	// FullText returns a copy of the record with its Body. The error has kind NotFound if the source
	// lacks the text.
	FullText(context.Context, *Record) (*paper.Paper, error)
}

// adapters maps the names of sources to functions that open them. lookup and search are the services
// that the source uses for lookups and searches.
var adapters = map[string]func(lookup, search *service) Source{
	"arxiv":           func(s, _ *service) Source { return &arXiv{s} },
	"crossref":        func(s, _ *service) Source { return &crossref{s} },
	"datacite":        func(s, _ *service) Source { return &dataCite{s} },
	"doi":             func(s, _ *service) Source { return &doiAgency{s} },
	"europepmc":       func(s, _ *service) Source { return &europePMC{s} },
	"biorxiv":         preprints("bioRxiv"),
	"medrxiv":         preprints("medRxiv"),
	"pubmed":          func(s, _ *service) Source { return &pubMed{s} },
	"openalex":        func(s, _ *service) Source { return &openAlex{s} },
	"semanticscholar": func(s, _ *service) Source { return &semanticScholar{s} },
	"dblp":            func(s, _ *service) Source { return &dblp{s} },
	"unpaywall":       func(s, _ *service) Source { return &unpaywall{s} },
}

// Options configure a client.
type Options struct {
	Sources []string          // names of the enabled sources
	Email   string            // the user's address, sent to services that request it; optional
	Keys    map[string]string // the user's key for each source
	Dir     string            // folder for cache and lock files; nothing is stored if empty
	Version string            // version of the program, for the User-Agent header

	// StandIn and Roots redirect requests in tests; see network.Public.
	StandIn string
	Roots   *x509.CertPool
	// Unpaced sends requests to a stand-in without pauses.
	Unpaced bool

	gates    *gates // if set in tests, separate from the gates of other clients
	patience patience
}

// A Client queries the sources enabled by the user.
type Client struct {
	sources     map[string]Source
	names       []string // enabled sources in the order of the descriptors
	cache       *Cache
	searchLimit time.Duration
	email       bool // whether the user's email address is known
	// harvests holds the harvesters of sources that use a different host for harvesting.
	harvests map[string]Harvester
}

// complete sets defaults. A client with a stand-in has its own rate limits and retries almost
// immediately.
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

// New returns a client. It sends no request.
func New(opts Options) (*Client, error) {
	opts.complete()
	c := &Client{sources: make(map[string]Source), searchLimit: searchLimit, email: opts.Email != "",
		harvests: make(map[string]Harvester)}
	if opts.Dir != "" {
		cache, err := OpenCache(filepath.Join(opts.Dir, "replies"))
		if err != nil {
			return nil, fmt.Errorf("the cache of online replies cannot be opened: %w", err)
		}
		c.cache = cache
	}
	for _, name := range opts.Sources {
		if err := sources.Check(name); err != nil {
			return nil, err
		}
	}
	services := make(map[string]*service)
	serviceOf := func(api sources.Source) *service {
		if services[api.Name] == nil {
			services[api.Name] = newService(api, c.cache, opts)
		}
		return services[api.Name]
	}
	for _, s := range sources.All() {
		if !slices.Contains(opts.Sources, s.Name) {
			continue
		}
		c.sources[s.Name] = adapters[s.Name](serviceOf(s.Lookups()).as(s.Name), serviceOf(s.Searches()).as(s.Name))
		c.names = append(c.names, s.Name)
		if s.HarvestHost != "" {
			s.Host = s.HarvestHost
			c.harvests[s.Name] = &arXivHarvest{newService(s, nil, opts)}
		}
	}
	return c, nil
}

func newService(api sources.Source, cache *Cache, opts Options) *service {
	s := &service{
		name: api.Name, source: api.Name, host: api.Host, cache: cache, turns: opts.Dir, email: opts.Email,
		key: opts.Keys[api.Name], patience: opts.patience,
	}
	s.pace = api.PaceOf(s.key != "", s.email != "")
	s.agent = "scilit-lsp/" + opts.Version
	if opts.Version == "" {
		s.agent = "scilit-lsp"
	}
	if opts.Unpaced && opts.StandIn != "" {
		s.pace.Every = time.Nanosecond
	}
	s.gate = opts.gates.of(api, s.pace)
	s.client = network.NewPublic(network.Public{Hosts: []string{api.Host}, StandIn: opts.StandIn, Roots: opts.Roots})
	return s
}

// Names returns the enabled sources.
func (c *Client) Names() []string { return slices.Clone(c.names) }

// Source returns an enabled source by name, or nil.
func (c *Client) Source(name string) Source { return c.sources[name] }

// Registries returns the enabled sources that can confirm works.
func (c *Client) Registries() []string { return c.on(sources.Registries()...) }

// Lookup looks up a work at one source.
func (c *Client) Lookup(ctx context.Context, source string, id ID) (*Record, error) {
	s := c.sources[source]
	if s == nil {
		return nil, &Error{Source: source, Kind: Off}
	}
	return s.Lookup(ctx, id)
}

// A Preview is a query that would be sent to a source.
type Preview struct {
	Source, Host, Query string
	From, To            int // range of years; 0 if open
}

// Preview returns the queries that Search would send to the named sources.
func (c *Client) Preview(names []string, q Query) (all []Preview, err error) {
	if q, err = q.check(); err != nil {
		return nil, err
	}
	for _, name := range names {
		if source := c.sources[name]; source != nil {
			hosts := source.Hosts()
			all = append(all, Preview{name, hosts[len(hosts)-1], source.Literal(q), q.From, q.To})
		}
	}
	return all, nil
}

func hostOf(name string) string {
	s, _ := sources.Find(name)
	return s.Lookups().Host
}

// PreviewLookup returns the queries that Resolve would send for an identifier. doi.org receives only
// the prefix of a DOI. Then one registration agency receives the whole DOI.
func (c *Client) PreviewLookup(id ID) (all []Preview) {
	add := func(name, query string) {
		if c.sources[name] != nil {
			all = append(all, Preview{Source: name, Host: hostOf(name), Query: query})
		}
	}
	if id.Scheme == DOI {
		prefix, _, _ := strings.Cut(id.Value, "/")
		add("doi", prefix)
		for _, name := range sources.Resolvers(DOI) {
			add(name, id.Value)
		}
		return all
	}
	for _, name := range sources.Resolvers(id.Scheme) {
		if add(name, id.Value); len(all) > 0 {
			break
		}
	}
	return all
}

// PreviewText returns the queries that FullText would send. They contain identifiers of the work.
func (c *Client) PreviewText(r *Record) (all []Preview) {
	for _, name := range c.names {
		if _, ok := c.sources[name].(FullTexter); !ok {
			continue
		}
		for _, id := range r.IDs() {
			if (id.Scheme == ArXiv) == (name == "arxiv") {
				all = append(all, Preview{Source: name, Host: hostOf(name), Query: id.Value})
			}
		}
	}
	return all
}

// FullText returns the full text from the first source that provides it. The error has kind NotFound
// if no source does.
func (c *Client) FullText(ctx context.Context, r *Record) (*paper.Paper, error) {
	failed := error(&Error{Source: "online", Kind: NotFound, Detail: "no enabled source has the full text"})
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

func (s *service) Name() string    { return s.source }
func (s *service) Hosts() []string { return []string{s.host} }

func (s *service) unsupported(what string) error { return s.fail(Unsupported, 0, what, nil) }

// base returns the URL for a path of the API.
func (s *service) base(path string) string { return "https://" + s.host + path }
