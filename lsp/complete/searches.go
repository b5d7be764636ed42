package complete

import (
	"context"
	"strings"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// A searchCache caches searches by the sentence being written, which stays the same while a key is
// typed.
type searchCache struct {
	mu      sync.Mutex
	entries *simplelru.LRU[searchKey, *search]
}

type searchKey struct {
	engine *engine.Engine
	words  string
}

// A search is a finished or running search of the indexes.
type search struct {
	done   chan struct{}
	papers []*engine.Paper
}

const searchCacheSize = 32

// get returns the cached search for words. It calls start if no search is cached or if fresh is
// set.
func (c *searchCache) get(e *engine.Engine, words string, fresh bool, start func() *search) *search {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := searchKey{e, words}
	if known, ok := c.entries.Get(key); ok && !fresh {
		return known
	}
	made := start()
	c.entries.Add(key, made)
	return made
}

// search starts a search that outlives the request, so that the next keystroke can use its results.
func (c *Completer) search(e *engine.Engine, q engine.Query) *search {
	made := &search{done: make(chan struct{})}
	ctx, cancel := context.WithCancel(c.ctx)
	c.Engines.Keep(ctx, e)
	c.Go("completion", func() {
		defer cancel()
		defer close(made.done)
		papers, err := app.PapersFor(ctx, e, q)
		if err != nil && c.ctx.Err() == nil {
			c.Log.Warn("the indexes could not be searched for completion", "error", err)
		}
		made.papers = papers
	})
	return made
}

// wait returns the results, or nil if ctx ends first.
func (q *search) wait(ctx context.Context) []*engine.Paper {
	select {
	case <-q.done:
		return q.papers
	case <-ctx.Done():
		return nil
	}
}

const papersByMeaning = 40 // maximum number of papers returned by a search for the sentence

// startSearches searches the indexes for the sentence and for the typed text. searching is false if
// no engine can be opened.
func (c *Completer) startSearches(
	ctx context.Context, d *workspace.Document, t doc.Typing, sentences []string,
) (started []*search, searching bool) {
	e, err := c.Engines.Get(ctx)
	if err != nil {
		return nil, ctx.Err() != nil // the engine may still be opening
	}
	q := engine.Query{Context: sentences, Limit: papersByMeaning, Quick: true, Manuscript: c.Manuscript(ctx, d)}
	if ctx.Err() != nil {
		return nil, true // some files of the manuscript were not read
	}
	if directive, ok := d.Manuscript().DirectiveFor(t.Citation); ok {
		q.Keywords = directive.Text
	}
	place := q.Keywords + "\n" + strings.Join(sentences, "\n")
	byMeaning := c.searches.get(e, place, t.Typed == "", func() *search { return c.search(e, q) })
	started = []*search{byMeaning}
	for _, typed := range app.TypedQueries(t.Typed) {
		typed.Context, typed.Quick, typed.Manuscript = q.Context, true, q.Manuscript
		start := func() *search { return c.search(e, typed) }
		started = append(started, c.searches.get(e, place+"\x00"+typed.Keywords, false, start))
	}
	return started, true
}
