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

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Options say where a server is and what it may know.
type Options struct {
	// Address is that of a server, for all its corpora, or of one corpus:
	// https://host:port/v1/corpora/NAME.
	Address string
	Network *network.Client
	// Token returns what the server knows its user by; nil where it needs none.
	Token func(context.Context) (string, error)
	// Manuscript lets the sentences before the cursor, vectors of them and titles leave
	// this machine. Without it the server gets keywords and identifiers alone, and the
	// engine scores what it answers.
	Manuscript bool
	// HandsOn says that a server asks for its own clients. The server that is asked answers
	// by its own corpora alone then, so that no question goes round in circles.
	HandsOn bool
}

// CorporaPath is below the address of a server: the list, and each corpus by its ID or name.
const CorporaPath = "/v1/corpora"

// Open returns the corpora of an address without asking for them.
func Open(opts Options) (engine.Retriever, error) {
	opts.Address = strings.TrimSuffix(strings.TrimRight(opts.Address, "/"), CorporaPath)
	if err := opts.Network.Check(opts.Address); err != nil {
		return nil, fmt.Errorf("%s: %w", opts.Address, err)
	}
	base, name, one := strings.Cut(opts.Address, CorporaPath+"/")
	s := newServer(base, opts)
	if !one {
		return &Group{server: s}, nil
	}
	name, err := url.PathUnescape(name)
	if err != nil || name == "" || strings.Contains(name, "/") {
		return nil, fmt.Errorf("%s: no address of a corpus: write %s%s/NAME", opts.Address, base, CorporaPath)
	}
	return s.corpus(name), nil
}

// A Corpus is an engine.Retriever over HTTP. It is safe for concurrent use.
type Corpus struct {
	*server
	address string // its ID too, since other machines may have one of the same ID
	fetched memory

	mu     sync.Mutex
	info   engine.Info
	looked time.Time
}

var _ engine.Limited = (*Corpus)(nil)

func (s *server) corpus(name string) *Corpus {
	return &Corpus{server: s, address: s.base + CorporaPath + "/" + url.PathEscape(name), fetched: newMemory()}
}

// Limits implements engine.Limited.
func (s *server) Limits() engine.Limits {
	return engine.Limits{Patience: s.patience() + forRest, Host: s.host}
}

// Close implements engine.Retriever.
func (s *server) Close() error {
	s.opts.Network.Close()
	return nil
}

// freshFor is how long what is known of a corpus is taken for true.
const freshFor = 30 * time.Second

// Info implements engine.Retriever. Where the server does not answer, it has the
// server's name beside the error.
func (c *Corpus) Info(ctx context.Context) (engine.Info, error) { return c.known(ctx, freshFor) }

// known is Info that is no older than that.
func (c *Corpus) known(ctx context.Context, age time.Duration) (engine.Info, error) {
	c.mu.Lock()
	info, looked := c.info, c.looked
	c.mu.Unlock()
	if !looked.IsZero() && time.Since(looked) < age {
		return info, nil
	}
	var there engine.Info
	if err := c.get(ctx, c.address+infoPath, &there); err != nil {
		return engine.Info{ID: c.address, Name: c.host, Path: c.address}, err
	}
	c.learn(there)
	return c.known(ctx, freshFor)
}

// Bounds on what a server says of a corpus.
const (
	maxName   = 100 // characters
	maxPapers = 1 << 32
)

// learn keeps what a server says of the corpus.
func (c *Corpus) learn(there engine.Info) {
	name := nameOf(there.Name)
	papers := max(0, min(there.Papers, maxPapers))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.looked = time.Now()
	c.info = engine.Info{
		ID: c.address, Name: cmp.Or(name, c.host), Path: c.address, Papers: papers, FullTexts: max(0, min(there.FullTexts, papers)),
		Embedder: nameOf(there.Embedder), State: nameOf(there.State),
	}
}

// nameOf is a short text of a stranger's.
func nameOf(s string) string {
	runes := []rune(text.Clean(strings.Join(strings.Fields(s), " ")))
	return string(runes[:min(len(runes), maxName)])
}

// ageless is for what does not change: the name of a corpus.
const ageless = 1 << 62

// Search implements engine.Retriever.
func (c *Corpus) Search(ctx context.Context, req engine.Request) (found engine.Result, err error) {
	if req, err = c.mayKnow(req); err != nil {
		return found, err
	}
	info, err := c.known(ctx, ageless)
	if err != nil {
		return found, err
	}
	req.Limit = min(req.Limit, maxLimit)
	var reply searchReply
	if err := c.post(ctx, c.address+searchPath, questionOf(req), &reply); err != nil {
		return engine.Result{}, err
	}
	found = reply.Result
	found.Lexical = found.Lexical && c.opts.Manuscript // else by a part of the query
	found.Semantic = found.Semantic && len(req.Vector) > 0
	found.Candidates = usable(found, req, info)
	c.keepAlong(reply.Records, found.Candidates, info)
	found.Matching = max(0, min(found.Matching, maxPapers), len(found.Candidates))
	found.Notices = nil // what a stranger says is not said in our name
	return found, nil
}

// mayKnow leaves out of a request what the server must not know.
func (s *server) mayKnow(req engine.Request) (engine.Request, error) {
	if s.opts.Manuscript {
		return req, nil
	}
	if len(req.Context) > 0 && len(req.Keywords) == 0 {
		return req, fmt.Errorf("%s: %w", s.host, engine.ErrKeywordsOnly)
	}
	req.Context, req.Vector, req.Views, req.Embedder = nil, nil, nil, ""
	return req, nil
}

// usable are the candidates that a retriever can have answered, with scores that one
// can have.
func usable(found engine.Result, req engine.Request, info engine.Info) []engine.Candidate {
	all := slices.DeleteFunc(found.Candidates, func(c engine.Candidate) bool { return !isRecord(c.Paper) })
	slices.SortStableFunc(all, func(a, b engine.Candidate) int { return cmp.Compare(a.Paper.ID, b.Paper.ID) })
	all = slices.CompactFunc(all, func(a, b engine.Candidate) bool { return a.Paper.ID == b.Paper.ID })
	all = all[:min(len(all), 2*req.Limit)]
	for i := range all {
		a := &all[i]
		own(a.Paper, info)
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

// keepAlong keeps the whole records of candidates that came with them.
func (c *Corpus) keepAlong(records []*engine.Paper, candidates []engine.Candidate, info engine.Info) {
	for _, p := range records[:min(len(records), maxAlong)] {
		if isRecord(p) && slices.ContainsFunc(candidates, func(c engine.Candidate) bool { return c.Paper.ID == p.ID }) {
			own(p, info)
			c.fetched.keep(p)
		}
	}
}

func within(x, low, high float64) float64 { return max(low, min(x, high)) }

// maxID is longer than any ID of a paper, in bytes.
const maxID = 1 << 10

func isRecord(p *engine.Paper) bool {
	return p != nil && p.ID != "" && len(p.ID) <= maxID && text.IsClean(p.ID)
}

// own says where a record is from, whatever it says itself.
func own(p *engine.Paper, info engine.Info) { p.Corpus, p.CorpusID, p.Entry = info.Name, info.ID, "" }

// Papers implements engine.Retriever.
func (c *Corpus) Papers(ctx context.Context, refs []engine.WorkRef) ([]*engine.Paper, error) {
	found := make([]*engine.Paper, len(refs))
	asked, numbers := c.mayAsk(refs, found)
	if len(asked) == 0 {
		return found, ctx.Err()
	}
	info, err := c.known(ctx, ageless)
	if err != nil {
		return nil, err
	}
	for part := range slices.Chunk(asked, askedAtOnce) {
		var papers []*engine.Paper
		if err := c.post(ctx, c.address+papersPath, part, &papers); err != nil {
			return nil, err
		}
		if len(papers) != len(part) {
			return nil, fmt.Errorf("%s: %d records, where %d were asked for", c.host, len(papers), len(part))
		}
		for i, p := range papers {
			if isRecord(p) && answers(part[i], p) {
				own(p, info)
				c.fetched.keep(p)
				found[numbers[i]] = p
			}
		}
		numbers = numbers[len(part):]
	}
	return found, nil
}

// mayAsk are the refs that are put to the server, with their numbers. What was fetched
// lately is found without it.
func (c *Corpus) mayAsk(refs []engine.WorkRef, found []*engine.Paper) (asked []engine.WorkRef, numbers []int) {
	for i, ref := range refs {
		if ref.Keyed || ref.Corpus != "" && !c.isCalled(ref.Corpus) { // keys are of the user's own library
			continue
		}
		if ref.Corpus != "" && !ref.Unkeyed {
			if found[i] = c.fetched.of(ref.ID); found[i] != nil {
				continue
			}
		}
		if !c.opts.Manuscript {
			ref.Title, ref.Author, ref.Key = "", "", ""
		}
		if !c.opts.Manuscript && ref.Corpus == "" { // an ID may be another corpus'
			ref.ID = ""
		}
		if ref.Corpus = ""; len(ref.Names()) > 0 {
			asked, numbers = append(asked, ref), append(numbers, i)
		}
	}
	return asked, numbers
}

// isCalled reports whether a name or an ID is the corpus'.
func (c *Corpus) isCalled(named string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return named == c.address || named == c.info.Name
}

// answers reports whether a record is of the work that was asked for.
func answers(ref engine.WorkRef, p *engine.Paper) bool {
	ref = ref.Normal()
	return slices.ContainsFunc(ref.Names(), func(name string) bool { return ref.Finds(p, name) })
}

// get reads what is at an address into into.
func (s *server) get(ctx context.Context, address string, into any) error {
	return s.ask(ctx, address, nil, into)
}

// post sends a question, and reads the reply into into.
func (s *server) post(ctx context.Context, address string, question, into any) error {
	raw, err := json.Marshal(question)
	if err != nil {
		return err
	}
	return s.ask(ctx, address, raw, into)
}

func (s *server) ask(ctx context.Context, address string, question []byte, into any) error {
	reply, err := s.send(ctx, address, question)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(reply, into); err != nil {
		err = fmt.Errorf("%s: its reply is none of a scilit-lsp: %w", s.host, err)
		s.rest.after(err)
		return err
	}
	return nil
}
