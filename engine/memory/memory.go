// Package memory implements an in-memory corpus for tests and for collections too small to index.
package memory

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/search"
)

// A Corpus is an engine.Retriever and an engine.Indexer. It is safe for concurrent use.
type Corpus struct {
	id, name string

	mu        sync.Mutex
	published []*engine.Paper // sorted by ID; the slice is replaced and never modified
	next      map[string]*engine.Paper
}

var (
	_ engine.Retriever = (*Corpus)(nil)
	_ engine.Indexer   = (*Corpus)(nil)
)

// New returns a corpus with the given papers.
func New(id, name string, papers ...*engine.Paper) *Corpus {
	c := &Corpus{id: id, name: name, next: make(map[string]*engine.Paper)}
	c.put(papers)
	c.publish()
	return c
}

// put stores copies of papers with their corpus fields set.
func (c *Corpus) put(papers []*engine.Paper) {
	for _, p := range papers {
		own := *p
		own.Corpus, own.CorpusID = c.name, c.id
		c.next[p.ID] = &own
	}
}

func (c *Corpus) publish() {
	byID := func(a, b *engine.Paper) int { return strings.Compare(a.ID, b.ID) }
	c.published = slices.SortedFunc(maps.Values(c.next), byID)
}

// Upsert implements engine.Indexer.
func (c *Corpus) Upsert(ctx context.Context, papers []*engine.Paper) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.put(papers)
	return ctx.Err()
}

// Delete implements engine.Indexer.
func (c *Corpus) Delete(ctx context.Context, ids []string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range ids {
		delete(c.next, id)
	}
	return ctx.Err()
}

// Publish implements engine.Indexer.
func (c *Corpus) Publish(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.publish()
	return ctx.Err()
}

func (c *Corpus) papers() []*engine.Paper {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.published
}

// Close implements engine.Retriever.
func (*Corpus) Close() error { return nil }

// Info implements engine.Retriever.
func (c *Corpus) Info(ctx context.Context) (engine.Info, error) {
	info := engine.Info{ID: c.id, Name: c.name}
	for _, p := range c.papers() {
		info.Papers++
		if len(p.Body) > 0 {
			info.FullTexts++
		}
	}
	return info, ctx.Err()
}

// Search implements engine.Retriever.
func (c *Corpus) Search(ctx context.Context, req engine.Request) (engine.Result, error) {
	all := c.papers()
	passing, err := Passing(ctx, all, req)
	if err != nil {
		return engine.Result{}, err
	}
	found := engine.Result{Matching: len(passing), Lexical: true}
	if req.Limit <= 0 || len(passing) == 0 {
		return found, ctx.Err()
	}
	scores := search.LexicalScores(req.Terms(), all)
	slices.SortStableFunc(passing, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	passing = passing[:min(req.Limit, len(passing))]
	slices.Sort(passing)
	for _, at := range passing {
		brief := *all[at]
		brief.Body, brief.References = nil, nil
		found.Candidates = append(found.Candidates, engine.Candidate{Paper: &brief, BM25: scores[at]})
	}
	return found, ctx.Err()
}

// Papers implements engine.Retriever.
func (c *Corpus) Papers(ctx context.Context, refs []engine.WorkRef) ([]*engine.Paper, error) {
	papers := c.papers()
	found := make([]*engine.Paper, len(refs))
	for i, ref := range refs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if p := find(papers, ref.Normal()); p != nil {
			whole := *p
			found[i] = &whole
		}
	}
	return found, nil
}

// find returns the first record that matches a name of ref, preferring one with full text.
func find(papers []*engine.Paper, ref engine.WorkRef) (best *engine.Paper) {
	for _, name := range ref.Names() {
		for _, p := range papers {
			if (best == nil || len(best.Body) == 0 && len(p.Body) > 0) && ref.Finds(p, name) {
				best = p
			}
		}
		if best != nil {
			return best
		}
	}
	return nil
}
