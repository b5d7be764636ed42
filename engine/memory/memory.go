// Package memory implements an in-memory corpus for tests and for collections too small to index.
package memory

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/search"
)

// A Corpus is an engine.Retriever. It is safe for concurrent use.
type Corpus struct {
	id, name string
	papers   []*engine.Paper // sorted by ID
}

var _ engine.Retriever = (*Corpus)(nil)

// New returns a corpus with copies of the given papers. If several papers have the same ID, it
// keeps the last.
func New(id, name string, papers ...*engine.Paper) *Corpus {
	byID := make(map[string]*engine.Paper)
	for _, p := range papers {
		own := *p
		own.Corpus, own.CorpusID = name, id
		byID[p.ID] = &own
	}
	return &Corpus{id, name, slices.SortedFunc(maps.Values(byID), func(a, b *engine.Paper) int {
		return strings.Compare(a.ID, b.ID)
	})}
}

// Close implements engine.Retriever.
func (*Corpus) Close() error { return nil }

// Info implements engine.Retriever.
func (c *Corpus) Info(ctx context.Context) (engine.Info, error) {
	info := engine.Info{ID: c.id, Name: c.name}
	for _, p := range c.papers {
		info.Papers++
		if len(p.Body) > 0 {
			info.FullTexts++
		}
	}
	return info, ctx.Err()
}

// Search implements engine.Retriever.
func (c *Corpus) Search(ctx context.Context, req engine.Request) (engine.Result, error) {
	passing, err := Passing(ctx, c.papers, req)
	if err != nil {
		return engine.Result{}, err
	}
	found := engine.Result{Matching: len(passing), Lexical: true}
	if req.Limit <= 0 || len(passing) == 0 {
		return found, ctx.Err()
	}
	scores := search.LexicalScores(req.Terms(), c.papers)
	slices.SortStableFunc(passing, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	passing = passing[:min(req.Limit, len(passing))]
	slices.Sort(passing)
	for _, at := range passing {
		brief := *c.papers[at]
		brief.Body, brief.References = nil, nil
		found.Candidates = append(found.Candidates, engine.Candidate{Paper: &brief, BM25: scores[at]})
	}
	return found, ctx.Err()
}

// Papers implements engine.Retriever.
func (c *Corpus) Papers(ctx context.Context, refs []engine.WorkRef) ([]*engine.Paper, error) {
	found := make([]*engine.Paper, len(refs))
	for i, ref := range refs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if p := find(c.papers, ref.Normal()); p != nil {
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
