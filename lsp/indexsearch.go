package lsp

import (
	"context"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/lsp/catalogue"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// A searchCache remembers what the indexes have for the place where the user
// types: the sentence stays the same from one letter of a key to the next.
type searchCache struct {
	mu      sync.Mutex
	entries []*search // oldest first
}

// A search of the indexes is made, or still runs.
type search struct {
	engine *engine.Engine
	key    string
	done   chan struct{}
	papers []*engine.Paper
}

const searchCacheSize = 32

func newSearchCache() *searchCache { return &searchCache{} }

// get returns the search of that key, or starts it with find; fresh starts it
// in any case. It goes on when the request is cancelled, since the next letter
// asks for the same.
func (c *searchCache) get(s *server, e *engine.Engine, key string, fresh bool, find func(context.Context) ([]*engine.Paper, error)) *search {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := slices.IndexFunc(c.entries, func(known *search) bool { return known.engine == e && known.key == key })
	if at >= 0 && !fresh {
		return c.entries[at]
	}
	if at >= 0 {
		c.entries = slices.Delete(c.entries, at, at+1)
	} else if len(c.entries) == searchCacheSize {
		c.entries = slices.Delete(c.entries, 0, 1)
	}
	made := &search{engine: e, key: key, done: make(chan struct{})}
	c.entries = append(c.entries, made)
	ctx, cancel := context.WithCancel(s.ctx)
	s.engine.keep(ctx, e)
	go s.aside("completion", func() {
		defer cancel()
		defer close(made.done)
		papers, err := find(ctx)
		if err != nil && s.ctx.Err() == nil {
			s.opts.Log.Warn("completion without the indexes", "error", err)
		}
		made.papers = papers
	})
	return made
}

// wait returns what was found, nil where ctx ends first.
func (q *search) wait(ctx context.Context) []*engine.Paper {
	select {
	case <-q.done:
		return q.papers
	case <-ctx.Done():
		return nil
	}
}

// How many papers are looked for where a key is typed.
const (
	papersByMeaning  = 40
	papersByWords    = 10
	shortestSearched = 3 // letters of a word that is typed
)

// startSearches asks the indexes by the sentence, and by what is typed of a
// key. searching is false where there is no index to ask.
func (s *server) startSearches(ctx context.Context, d *workspace.Document, t doc.Typing, sentences []string) (started []*search, searching bool) {
	e, err := s.engine.get(ctx)
	if err != nil {
		return nil, ctx.Err() != nil // it may still be opening
	}
	q := engine.Query{Context: sentences, Limit: papersByMeaning, Quick: true, Manuscript: s.manuscriptOf(d)}
	if directive, ok := d.Manuscript().DirectiveFor(t.Citation); ok {
		q.Keywords = directive.Text
	}
	place := q.Keywords + "\n" + strings.Join(sentences, "\n")
	byMeaning := s.searches.get(s, e, place, t.Typed == "", func(ctx context.Context) ([]*engine.Paper, error) { return papersFor(ctx, e, q) })
	words := keywordsOf(t.Typed)
	if words == "" {
		return []*search{byMeaning}, true
	}
	worded := q // the search by meaning has q still
	worded.Keywords, worded.Limit = words, papersByWords
	byWords := s.searches.get(s, e, place+"\x00"+words, false, func(ctx context.Context) ([]*engine.Paper, error) {
		filter, _ := keyword.Parse(words)
		if matching, err := e.Count(ctx, filter); err != nil || matching == 0 {
			return nil, err
		}
		return papersFor(ctx, e, worded)
	})
	return []*search{byMeaning, byWords}, true
}

func papersFor(ctx context.Context, e *engine.Engine, q engine.Query) (papers []*engine.Paper, err error) {
	found, err := e.Discover(ctx, q)
	for _, f := range found.Papers {
		papers = append(papers, f.Paper)
	}
	return papers, err
}

// keywordsOf are keywords that find papers by whole words of what is typed, ""
// where it has none to look for.
func keywordsOf(typed string) string {
	var all []string
	for _, word := range strings.Fields(catalogue.Words(typed, nil, 0, "")) {
		if utf8.RuneCountInString(word) >= shortestSearched {
			all = append(all, "author: "+word+" | title: "+word)
		}
	}
	return strings.Join(all, "; ")
}
