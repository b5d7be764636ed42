package remote

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Options hold the address of a server and the data that may be sent to it.
type Options struct {
	// Address is the URL of a server, for all its corpora, or of one corpus:
	// https://host:port/v1/corpora/NAME.
	Address string
	Network *network.Client
	// Token returns the user's token; nil if the server needs none.
	Token func(context.Context) (string, error)
	// Manuscript allows sending the sentences before the cursor, their vectors and titles.
	// Without it the server gets only keywords and identifiers, and the engine scores its
	// results.
	Manuscript bool
	// Relay marks requests that a server forwards for its own clients. The next server then
	// searches only its own corpora, which prevents loops.
	Relay bool
}

// CorporaPath is the path at which a server lists its corpora. Each corpus is below it, under its
// ID or name.
const CorporaPath = "/v1/corpora"

// Open returns the retriever for an address. It sends no request.
func Open(opts Options) (engine.Retriever, error) {
	opts.Address = strings.TrimSuffix(strings.TrimRight(opts.Address, "/"), CorporaPath)
	if err := opts.Network.Check(opts.Address); err != nil {
		return nil, fmt.Errorf("%s: %w", opts.Address, err)
	}
	base, name, one := strings.Cut(opts.Address, CorporaPath+"/")
	u, err := url.Parse(base)
	if err != nil {
		return nil, err
	}
	s := &server{opts: opts, base: base, host: u.Host, timeout: requestTimeout, token: token{read: opts.Token}}
	if opts.Relay {
		s.timeout = relayTimeout
	}
	if !one {
		return &Group{server: s}, nil
	}
	name, err = url.PathUnescape(name)
	if err != nil || name == "" || strings.Contains(name, "/") {
		return nil, fmt.Errorf("%s is not the address of a corpus: write it as "+
			"%s%s/NAME", opts.Address, base, CorporaPath)
	}
	return s.corpus(name), nil
}

// A Corpus is an engine.Retriever over HTTP. It is safe for concurrent use.
type Corpus struct {
	*server
	address string // URL of the corpus, also used as its ID, since corpora on different servers may have the same ID
	fetched *lru.Cache[string, cachedRecord]
	records backoff // applies to record requests, which may fail while searches work

	mu      sync.Mutex
	info    engine.Info
	updated time.Time // when info was updated
}

var _ engine.Limited = (*Corpus)(nil)

func (s *server) corpus(name string) *Corpus {
	fetched, _ := lru.New[string, cachedRecord](cachedRecords) // fails only for a size of 0
	return &Corpus{server: s, address: s.base + CorporaPath + "/" + url.PathEscape(name), fetched: fetched}
}

// Limits implements engine.Limited.
func (s *server) Limits() engine.Limits {
	return engine.Limits{Patience: s.timeout + forOthers, Host: s.host}
}

// Close implements engine.Retriever.
func (s *server) Close() error {
	s.opts.Network.Close()
	return nil
}

// freshFor is the lifetime of a cached corpus description.
const freshFor = 30 * time.Second

// Info implements engine.Retriever. If the server does not respond, Info returns the error and an
// Info that contains only the server's name and address.
func (c *Corpus) Info(ctx context.Context) (engine.Info, error) { return c.infoWithin(ctx, freshFor) }

// infoWithin is like Info, but accepts a cached description up to the given age.
func (c *Corpus) infoWithin(ctx context.Context, age time.Duration) (engine.Info, error) {
	c.mu.Lock()
	info, updated := c.info, c.updated
	c.mu.Unlock()
	if !updated.IsZero() && time.Since(updated) < age {
		return info, nil
	}
	var there engine.Info
	if err := c.ask(ctx, c.address+infoPath, nil, &there); err != nil {
		return engine.Info{ID: c.address, Name: c.host, Path: c.address}, err
	}
	c.setInfo(there)
	return c.infoWithin(ctx, freshFor)
}

// Limits on a corpus description.
const (
	maxName   = 100 // characters
	maxPapers = 1 << 32
)

// setInfo stores the description that a server sent, after limiting its values.
func (c *Corpus) setInfo(there engine.Info) {
	name := shortText(there.Name)
	papers := max(0, min(there.Papers, maxPapers))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.updated = time.Now()
	c.info = engine.Info{
		ID: c.address, Name: cmp.Or(name, c.host), Path: c.address, Papers: papers,
		FullTexts: max(0, min(there.FullTexts, papers)),
		Embedder:  shortText(there.Embedder), State: shortText(there.State),
	}
}

// shortText cleans a server's text, joins its lines, and truncates it to maxName characters.
func shortText(s string) string {
	runes := []rune(text.Clean(strings.Join(strings.Fields(s), " ")))
	return string(runes[:min(len(runes), maxName)])
}

// ageless is a maximum age for cached data that never expires, such as the name of a corpus.
const ageless = 1 << 62

// Search implements engine.Retriever. It fails while requests for records fail, since papers
// without a record would be dropped from the result.
func (c *Corpus) Search(ctx context.Context, req engine.Request) (found engine.Result, err error) {
	if req, err = c.permitted(req); err != nil {
		return found, err
	}
	if err := c.records.check(c.host); err != nil && req.Limit > 0 {
		return found, err
	}
	info, err := c.infoWithin(ctx, ageless)
	if err != nil {
		return found, err
	}
	req.Limit = min(req.Limit, maxLimit)
	var reply searchReply
	if err := c.ask(ctx, c.address+searchPath, questionOf(req), &reply); err != nil {
		return engine.Result{}, err
	}
	found = reply.Result
	found.Lexical = found.Lexical && c.opts.Manuscript // otherwise the server scored only a part of the query
	found.Semantic = found.Semantic && len(req.Vector) > 0
	found.Candidates = usable(found, req, info)
	c.cacheRecords(reply.Records, found.Candidates, info)
	found.Matching = max(0, min(found.Matching, maxPapers), len(found.Candidates))
	found.Notices = nil // a server's notices could be mistaken for those of the engine
	return found, nil
}

// permitted removes the parts of a request that must not be sent.
func (s *server) permitted(req engine.Request) (engine.Request, error) {
	if s.opts.Manuscript {
		return req, nil
	}
	if len(req.Context) > 0 && len(req.Keywords) == 0 {
		return req, fmt.Errorf("%s: %w", s.host, engine.ErrKeywordsOnly)
	}
	req.Context, req.Vector, req.Views, req.Embedder = nil, nil, nil, ""
	return req, nil
}

// maxPerLimit is the maximum number of candidates as a multiple of the limit. An index returns up
// to three times the limit by its scores, plus papers found by their profiles.
const maxPerLimit = 4

// usable returns the valid candidates of a result, with clamped scores.
func usable(found engine.Result, req engine.Request, info engine.Info) []engine.Candidate {
	all := slices.DeleteFunc(found.Candidates, func(c engine.Candidate) bool { return !isRecord(c.Paper) })
	byID := func(a, b engine.Candidate) int { return cmp.Compare(a.Paper.ID, b.Paper.ID) }
	slices.SortStableFunc(all, byID)
	all = slices.CompactFunc(all, func(a, b engine.Candidate) bool { return a.Paper.ID == b.Paper.ID })
	if most := maxPerLimit * req.Limit; len(all) > most {
		slices.SortStableFunc(all, func(a, b engine.Candidate) int {
			return cmp.Compare(b.BM25+b.Cosine, a.BM25+a.Cosine)
		})
		all = all[:most]
		slices.SortFunc(all, byID)
	}
	for i := range all {
		a := &all[i]
		setCorpus(a.Paper, info)
		a.Paper.Body, a.Paper.References = nil, nil
		a.BM25, a.Cosine = within(a.BM25, 0, 1), within(a.Cosine, -1, 1)
		if len(a.Views) != len(req.Views) {
			a.Views = make([]float64, len(req.Views))
		}
		if !found.Lexical {
			a.BM25 = 0
		}
		if !found.Semantic {
			a.Cosine, a.Views = 0, nil
		}
		for v, x := range a.Views {
			a.Views[v] = within(x, -1, 1)
		}
	}
	return all
}

// cacheRecords caches the complete records that came with the candidates of a search.
func (c *Corpus) cacheRecords(records []*engine.Paper, candidates []engine.Candidate, info engine.Info) {
	for _, p := range records[:min(len(records), maxAlong)] {
		if isRecord(p) && slices.ContainsFunc(candidates, func(c engine.Candidate) bool { return c.Paper.ID == p.ID }) {
			setCorpus(p, info)
			c.cache(p)
		}
	}
}

func within(x, low, high float64) float64 { return max(low, min(x, high)) }

// maxID is the maximum length of an ID in bytes.
const maxID = 1 << 10

func isRecord(p *engine.Paper) bool {
	return p != nil && p.ID != "" && len(p.ID) <= maxID && text.IsClean(p.ID)
}

// setCorpus sets the corpus of a record to the one that returned it, whatever the record says.
func setCorpus(p *engine.Paper, info engine.Info) {
	p.Corpus, p.CorpusID, p.Entry = info.Name, info.ID, ""
}

// Papers implements engine.Retriever.
func (c *Corpus) Papers(ctx context.Context, refs []engine.WorkRef) ([]*engine.Paper, error) {
	found := make([]*engine.Paper, len(refs))
	asked, numbers := c.uncached(refs, found)
	if len(asked) == 0 {
		return found, ctx.Err()
	}
	info, err := c.infoWithin(ctx, ageless)
	if err != nil {
		return nil, err
	}
	for part := range slices.Chunk(asked, askedAtOnce) {
		papers, err := c.fetch(ctx, part)
		if c.records.record(err); err != nil {
			return nil, err
		}
		for i, p := range papers {
			if isRecord(p) && answers(part[i], p) {
				setCorpus(p, info)
				c.cache(p)
				found[numbers[i]] = p
			}
		}
		numbers = numbers[len(part):]
	}
	return found, nil
}

// fetch requests the records of works. The result is parallel to refs.
func (c *Corpus) fetch(ctx context.Context, refs []engine.WorkRef) (papers []*engine.Paper, err error) {
	if err := c.ask(ctx, c.address+papersPath, refs, &papers); err != nil {
		return nil, err
	}
	if len(papers) != len(refs) {
		return nil, fmt.Errorf("%s returned %d records instead of %d: ask its administrator to update "+
			"the server", c.host, len(papers), len(refs))
	}
	return papers, nil
}

// uncached returns the refs to send to the server, with their indexes in refs. It omits refs that
// must not be sent, and those in the cache, whose records it stores in found.
func (c *Corpus) uncached(refs []engine.WorkRef, found []*engine.Paper) (asked []engine.WorkRef, numbers []int) {
	for i, ref := range refs {
		if ref.Keyed || ref.Corpus != "" && !c.isCalled(ref.Corpus) { // keys belong to the user's own library
			continue
		}
		if ref.Corpus != "" && !ref.Unkeyed {
			if found[i] = c.cached(ref.ID); found[i] != nil {
				continue
			}
		}
		if !c.opts.Manuscript {
			ref.Title, ref.Author, ref.Key = "", "", ""
			if ref.Corpus == "" { // the ID may come from another server
				ref.ID = ""
			}
		}
		if ref.Corpus = ""; len(ref.Names()) > 0 {
			asked, numbers = append(asked, ref), append(numbers, i)
		}
	}
	return asked, numbers
}

// isCalled reports whether the corpus has the given name or ID.
func (c *Corpus) isCalled(named string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return named == c.address || named == c.info.Name
}

// answers reports whether a record describes the requested work.
func answers(ref engine.WorkRef, p *engine.Paper) bool {
	ref = ref.Normal()
	return slices.ContainsFunc(ref.Names(), func(name string) bool { return ref.Finds(p, name) })
}

// ask sends a question, or a GET request if question is nil, and decodes the reply into into.
func (s *server) ask(ctx context.Context, address string, question, into any) (err error) {
	var raw []byte
	if question != nil {
		if raw, err = json.Marshal(question); err != nil {
			return err
		}
	}
	reply, err := s.send(ctx, address, raw)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(reply, into); err != nil {
		err = fmt.Errorf("%s sent a reply that cannot be read (%w): ask its administrator to update the "+
			"server", s.host, err)
		s.backoff.fail(err)
		return err
	}
	return nil
}

// The cache keeps records that came with a search or were fetched for a menu, since they are
// needed again to draft the sentence that the user chooses.
const (
	cachedRecords = 64
	cachedFor     = 2 * time.Minute
)

type cachedRecord struct {
	paper   engine.Paper
	fetched time.Time
}

// cache keeps a copy of a record, since the caller may modify it afterwards.
func (c *Corpus) cache(p *engine.Paper) { c.fetched.Add(p.ID, cachedRecord{*p, time.Now()}) }

// cached returns a copy of the record with an ID, or nil if it was not fetched recently.
func (c *Corpus) cached(id string) *engine.Paper {
	record, ok := c.fetched.Get(id)
	if !ok || time.Since(record.fetched) > cachedFor {
		return nil
	}
	return &record.paper
}
