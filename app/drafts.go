package app

import (
	"context"
	"errors"
	"strings"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Drafts keeps the drafts used last. A request for one that is being drafted waits
// for it, so that a sentence that was begun ahead is not begun twice. The zero value is
// ready, and safe for concurrent use.
type Drafts struct {
	mu      sync.Mutex
	entries *simplelru.LRU[draftKey, *drafting]
	ahead   *aheadDraft // nil where nothing is drafted ahead
}

// A drafting is what one request was, or will be, answered.
type drafting struct {
	key    draftKey
	n      int           // sentences that were asked for
	done   chan struct{} // closed once the rest is set
	drafts []engine.Draft
	err    error
}

// A draftKey is all that a draft depends on.
type draftKey struct {
	engine                             *engine.Engine
	paper, corpus, title, abstract     string
	context, keywords, intent, follows string
	textual                            bool
}

func keyOfDraft(e *engine.Engine, req engine.DraftRequest) draftKey {
	p := req.Paper
	return draftKey{e, p.ID, p.Corpus, p.Title, p.Abstract,
		strings.Join(req.Context, "\n"), strings.Join(req.Keywords, "\n"), req.Intent, req.Follows, req.Textual}
}

const maxDrafts = 16

// Get drafts at most n sentences, unless they are known or on their way.
// Another sentence that is drafted ahead gives way.
func (c *Drafts) Get(ctx context.Context, e *engine.Engine, req engine.DraftRequest, n int) ([]engine.Draft, error) {
	key := keyOfDraft(e, req)
	for {
		d, ours := c.take(key, n)
		if ours {
			c.fill(ctx, d, e, req)
		}
		select {
		case <-d.done:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if !ours && errors.Is(d.err, context.Canceled) {
			continue // who began it gave up
		}
		return d.drafts[:min(n, len(d.drafts))], d.err
	}
}

// Composed is the sentence without a model. Where nothing is written by one, Get finds it
// made.
func (c *Drafts) Composed(ctx context.Context, e *engine.Engine, req engine.DraftRequest) (engine.Draft, error) {
	if e.WritesByModel() {
		return e.Composed(ctx, req)
	}
	drafts, err := c.Get(ctx, e, req, 1)
	if err != nil {
		return engine.Draft{}, err
	}
	return drafts[0], nil
}

// fill drafts, and lets those who wait go on. Failures are not remembered.
func (c *Drafts) fill(ctx context.Context, d *drafting, e *engine.Engine, req engine.DraftRequest) {
	d.err = errors.New("internal error while a sentence was drafted") // unless it returns
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if d.err != nil {
			c.forget(d)
		}
		close(d.done)
	}()
	d.drafts, d.err = e.Drafts(ctx, req, d.n)
}

// take finds a drafting, or begins one that is the caller's to end.
func (c *Drafts) take(key draftKey, n int) (d *drafting, ours bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ahead != nil && c.ahead.key != key {
		c.ahead.cancel()
	}
	if c.entries == nil {
		c.entries, _ = simplelru.NewLRU[draftKey, *drafting](maxDrafts, nil)
	}
	if d, ok := c.entries.Get(key); ok && d.n >= n {
		return d, false
	}
	d = &drafting{key: key, n: n, done: make(chan struct{})}
	c.entries.Add(key, d)
	return d, true
}

// forget lets the next request begin anew; another drafting may have taken the place.
func (c *Drafts) forget(d *drafting) {
	if now, ok := c.entries.Peek(d.key); ok && now == d {
		c.entries.Remove(d.key)
	}
}

// An aheadDraft is a sentence that no one has asked for yet.
type aheadDraft struct {
	key    draftKey
	cancel context.CancelFunc
}

// StopAhead ends what is drafted ahead: the text it is for has changed.
func (c *Drafts) StopAhead() { c.setAhead(nil) }

func (c *Drafts) setAhead(next *aheadDraft) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ahead != nil {
		c.ahead.cancel()
	}
	c.ahead = next
}

// Ahead makes ready to draft the sentence that req asks for before anybody asks for it.
// draft does so, until ctx ends, another sentence is asked for, or StopAhead is called;
// working ends with it.
func (c *Drafts) Ahead(ctx context.Context, e *engine.Engine, req engine.DraftRequest) (working context.Context, draft func()) {
	working, cancel := context.WithCancel(ctx)
	c.setAhead(&aheadDraft{keyOfDraft(e, req), cancel})
	return working, func() {
		defer cancel()
		_, _ = c.Get(working, e, req, 1) // the request that asks for it has the error
	}
}
