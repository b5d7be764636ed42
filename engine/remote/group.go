package remote

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A Group searches all corpora of a server as one retriever. It can be opened while the server is
// down. It is safe for concurrent use.
type Group struct {
	*server

	mu     sync.Mutex
	all    []*Corpus
	listed time.Time
}

var (
	_ engine.Limited    = (*Group)(nil)
	_ engine.Collection = (*Group)(nil)
)

// listedFor is the lifetime of the cached list of corpora.
const listedFor = 5 * time.Minute

// maxCorpora is the maximum number of corpora per server.
const maxCorpora = 64

// Corpora lists the server's corpora.
func (g *Group) Corpora(ctx context.Context) ([]*Corpus, error) {
	g.mu.Lock()
	all, fresh := g.all, time.Since(g.listed) < listedFor
	g.mu.Unlock()
	if fresh {
		return all, nil
	}
	var listed []engine.Info
	if err := g.ask(ctx, g.base+CorporaPath, nil, &listed); err != nil {
		return nil, err
	}
	if len(listed) > maxCorpora {
		return nil, fmt.Errorf("%s has %d corpora, but at most %d are searched: use the address of one of them, "+
			"such as %s%s/NAME", g.host, len(listed), maxCorpora, g.base, CorporaPath)
	}
	return g.update(listed), nil
}

// Each implements engine.Collection.
func (g *Group) Each(ctx context.Context) ([]engine.Retriever, error) {
	corpora, err := g.Corpora(ctx)
	all := make([]engine.Retriever, len(corpora))
	for i, c := range corpora {
		all[i] = c
	}
	return all, err
}

// update replaces the list. Corpora that remain listed keep their caches.
func (g *Group) update(listed []engine.Info) []*Corpus {
	g.mu.Lock()
	defer g.mu.Unlock()
	var all []*Corpus
	for _, info := range listed {
		if info.ID == "" || len(info.ID) > maxID {
			continue
		}
		c := g.corpus(info.ID)
		if known := slices.IndexFunc(g.all, func(k *Corpus) bool { return k.address == c.address }); known >= 0 {
			c = g.all[known]
		} else { // the list lacks the other fields of Info, so the description is outdated
			c.setInfo(engine.Info{Name: info.Name})
			c.updated = time.Unix(1, 0)
		}
		all = append(all, c)
	}
	g.all, g.listed = all, time.Now()
	return all
}

// each queries all corpora concurrently. It returns a notice for each corpus that fails, and an
// error if all fail.
func each[T any](
	ctx context.Context, g *Group, ask func(*Corpus) (T, error),
) (answers []T, failed []engine.Notice, err error) {
	corpora, err := g.Corpora(ctx)
	if err != nil {
		return nil, nil, err
	}
	got, errs := make([]T, len(corpora)), make([]error, len(corpora))
	var wait sync.WaitGroup
	for i, c := range corpora {
		wait.Go(func() { got[i], errs[i] = ask(c) })
	}
	wait.Wait()
	for i, err := range errs {
		if err == nil {
			answers = append(answers, got[i])
			continue
		}
		info, _ := corpora[i].infoWithin(ctx, ageless)
		failed = append(failed, engine.Notice{
			Code: engine.NoticeFailed, Subject: info.Name,
			Text: fmt.Sprintf("the corpus %s was not searched: %v", info.Name, err),
		})
	}
	if len(answers) == 0 {
		return nil, nil, errors.Join(errs...)
	}
	return answers, failed, nil
}

// Info implements engine.Retriever. It adds up the counts of all corpora, and sets the embedder
// only if its vectors include those of all corpora.
func (g *Group) Info(ctx context.Context) (engine.Info, error) {
	all := engine.Info{ID: g.base, Name: g.host, Path: g.base}
	infos, _, err := each(ctx, g, func(c *Corpus) (engine.Info, error) { return c.Info(ctx) })
	for i, info := range infos {
		all.Papers += info.Papers
		all.FullTexts += info.FullTexts
		all.State += info.State
		switch {
		case i == 0 || engine.Includes(info.Embedder, all.Embedder):
			all.Embedder = info.Embedder
		case !engine.Includes(all.Embedder, info.Embedder):
			all.Embedder = ""
		}
	}
	return all, err
}

// Infos describes each corpus at an address. If some fail, it returns the others and joins the
// errors.
func Infos(ctx context.Context, opts Options) (infos []engine.Info, err error) {
	r, err := Open(opts)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	g, all := r.(*Group)
	if !all {
		info, err := r.Info(ctx)
		return []engine.Info{info}, err
	}
	corpora, err := g.Corpora(ctx)
	for _, c := range corpora {
		info, failed := c.Info(ctx)
		if failed != nil {
			err = errors.Join(err, failed)
			continue
		}
		infos = append(infos, info)
	}
	return infos, err
}

// Search implements engine.Retriever. It keeps a score only if all corpora provide it.
func (g *Group) Search(ctx context.Context, req engine.Request) (engine.Result, error) {
	if _, err := g.permitted(req); err != nil {
		return engine.Result{}, err
	}
	results, failed, err := each(ctx, g, func(c *Corpus) (engine.Result, error) { return c.Search(ctx, req) })
	all := engine.Result{Lexical: len(results) > 0, Semantic: len(results) > 0, Notices: failed}
	for _, r := range results {
		all.Matching += r.Matching
		all.Candidates = append(all.Candidates, r.Candidates...)
		all.Lexical, all.Semantic = all.Lexical && r.Lexical, all.Semantic && r.Semantic
	}
	for i := range all.Candidates {
		if !all.Lexical {
			all.Candidates[i].BM25 = 0
		}
		if !all.Semantic {
			all.Candidates[i].Cosine, all.Candidates[i].Views = 0, nil
		}
	}
	slices.SortStableFunc(all.Candidates, func(a, b engine.Candidate) int {
		return cmp.Or(strings.Compare(a.Paper.ID, b.Paper.ID), strings.Compare(a.Paper.CorpusID, b.Paper.CorpusID))
	})
	return all, err
}

// Papers implements engine.Retriever. It returns the first record found for each work.
func (g *Group) Papers(ctx context.Context, refs []engine.WorkRef) ([]*engine.Paper, error) {
	found := make([]*engine.Paper, len(refs))
	answers, _, err := each(ctx, g, func(c *Corpus) ([]*engine.Paper, error) { return c.Papers(ctx, refs) })
	for _, papers := range answers {
		for i, p := range papers {
			if found[i] == nil {
				found[i] = p
			}
		}
	}
	return found, err
}
