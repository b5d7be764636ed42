package app

import (
	"context"
	"errors"
	"strings"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Drafts caches recent drafts. A request for a draft in progress waits for it, so that nothing is
// drafted twice. The zero value is ready to use. It is safe for concurrent use.
type Drafts struct {
	mu      sync.Mutex
	entries *simplelru.LRU[draftKey, *draftResult]
	ahead   *aheadDraft // nil if nothing is drafted in advance
}

// A draftResult is a cached or pending result.
type draftResult struct {
	key    draftKey
	n      int           // number of requested sentences
	done   chan struct{} // closed once the other fields are set
	drafts []engine.Draft
	err    error
}

// A draftKey identifies a draft by all its inputs.
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

// Get returns at most n sentences, cached or newly drafted. It cancels a draft in advance for
// another sentence.
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
			continue // the first caller was cancelled
		}
		return d.drafts[:min(n, len(d.drafts))], d.err
	}
}

// Composed returns the sentence that needs no model. If the engine writes without a model, it
// shares the cache with Get.
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

// fill drafts the sentences and wakes the waiting callers. Failures are not cached.
func (c *Drafts) fill(ctx context.Context, d *draftResult, e *engine.Engine, req engine.DraftRequest) {
	d.err = errors.New("internal error while drafting a sentence") // replaced unless drafting panics
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

// take returns a cached result, or a new one that the caller must fill.
func (c *Drafts) take(key draftKey, n int) (d *draftResult, ours bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ahead != nil && c.ahead.key != key {
		c.ahead.cancel()
	}
	if c.entries == nil {
		c.entries, _ = simplelru.NewLRU[draftKey, *draftResult](maxDrafts, nil)
	}
	if d, ok := c.entries.Get(key); ok && d.n >= n {
		return d, false
	}
	d = &draftResult{key: key, n: n, done: make(chan struct{})}
	c.entries.Add(key, d)
	return d, true
}

// forget removes a failed result unless another one has replaced it.
func (c *Drafts) forget(d *draftResult) {
	if now, ok := c.entries.Peek(d.key); ok && now == d {
		c.entries.Remove(d.key)
	}
}

// An aheadDraft is a sentence drafted in advance.
type aheadDraft struct {
	key    draftKey
	cancel context.CancelFunc
}

// StopAhead cancels the draft in advance, since the document has changed.
func (c *Drafts) StopAhead() { c.setAhead(nil) }

func (c *Drafts) setAhead(next *aheadDraft) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ahead != nil {
		c.ahead.cancel()
	}
	c.ahead = next
}

// Ahead prepares a draft before it is requested. The caller runs draft, which stops if ctx ends,
// another sentence is requested, or StopAhead is called. working ends together with it.
func (c *Drafts) Ahead(
	ctx context.Context, e *engine.Engine, req engine.DraftRequest,
) (working context.Context, draft func()) {
	working, cancel := context.WithCancel(ctx)
	c.setAhead(&aheadDraft{keyOfDraft(e, req), cancel})
	return working, func() {
		defer cancel()
		_, _ = c.Get(working, e, req, 1) // errors are returned to the later request
	}
}
