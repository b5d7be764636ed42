package app

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Drafts caches recent drafts. A request for a sentence that is being drafted waits for that draft.
// The zero value is ready to use. Drafts is safe for concurrent use.
type Drafts struct {
	mu      sync.Mutex
	entries *simplelru.LRU[draftKey, *draftResult]
	ahead   *aheadDraft // the draft in progress that nobody has requested yet, or nil
}

// A draftResult is a cached or pending result.
type draftResult struct {
	key    draftKey
	n      int           // number of requested sentences
	done   chan struct{} // closed after the other fields have been set
	drafts []engine.Draft
	err    error
}

// A draftKey identifies a draft by all its inputs.
type draftKey struct {
	engine                             *engine.Engine
	paper, corpus, title, abstract     string
	context, keywords, intent, follows string
	claim                              string
	textual                            bool
	tense                              engine.Tense
}

func keyOfDraft(e *engine.Engine, req engine.DraftRequest) draftKey {
	p := req.Paper
	return draftKey{e, p.ID, p.Corpus, p.Title, p.Abstract,
		strings.Join(req.Context, "\n"), strings.Join(req.Keywords, "\n"), req.Intent, strings.Join(req.Follows, "\n"),
		req.Claim, req.Textual, req.Tense}
}

const maxDrafts = 16

// Get returns at most n sentences, which are cached or newly drafted. If another sentence is being
// drafted in advance, Get cancels that draft.
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
			continue // the caller that drafted the sentences was cancelled, so try again
		}
		return d.drafts[:min(n, len(d.drafts))], d.err
	}
}

// Composed returns a sentence drafted without a model. If Get uses no model either, Composed shares
// its cache.
func (c *Drafts) Composed(ctx context.Context, e *engine.Engine, req engine.DraftRequest) (engine.Draft, error) {
	if e.DraftsByModel() {
		return e.Composed(ctx, req)
	}
	drafts, err := c.Get(ctx, e, req, 1)
	if err != nil {
		return engine.Draft{}, err
	}
	return drafts[0], nil
}

// fill drafts the sentences and wakes the waiting callers. It caches neither failures nor
// provisional drafts.
func (c *Drafts) fill(ctx context.Context, d *draftResult, e *engine.Engine, req engine.DraftRequest) {
	// remains set only if drafting panics
	d.err = errors.New("internal error while drafting a sentence: please report it with the log")
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		failed := d.err != nil || slices.ContainsFunc(d.drafts, engine.Draft.IsProvisional)
		if now, ok := c.entries.Peek(d.key); failed && ok && now == d {
			c.entries.Remove(d.key)
		}
		close(d.done)
	}()
	d.drafts, d.err = e.Drafts(ctx, req, d.n)
}

// take returns the cached result for a key, or a new one that the caller must fill if ours is set.
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

// An aheadDraft is a sentence drafted before it is requested.
type aheadDraft struct {
	key    draftKey
	cancel context.CancelFunc
}

// StopAhead cancels the draft started by Ahead. Call it when the document has changed.
func (c *Drafts) StopAhead() { c.setAhead(nil) }

func (c *Drafts) setAhead(next *aheadDraft) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ahead != nil {
		c.ahead.cancel()
	}
	c.ahead = next
}

// Ahead prepares a draft of a sentence before it is requested. The caller runs the returned draft
// function. The draft stops when ctx ends, another sentence is requested, or StopAhead is called;
// working then ends too.
func (c *Drafts) Ahead(
	ctx context.Context, e *engine.Engine, req engine.DraftRequest,
) (working context.Context, draft func()) {
	working, cancel := context.WithCancel(ctx)
	c.setAhead(&aheadDraft{keyOfDraft(e, req), cancel})
	return working, func() {
		defer cancel()
		_, _ = c.Get(working, e, req, 1) // the request for this sentence returns the error
	}
}

// ComposeSentence is like DraftSentences, but no model writes or reviews the draft. It takes only
// milliseconds, unless the judge has to confirm a contradiction, so it is suitable for lists of papers.
func (s *Service) ComposeSentence(ctx context.Context, q wire.DraftRequest) (wire.DraftReply, error) {
	p, used, err := s.paperAndEngine(ctx, q.PaperRef)
	if err != nil {
		return wire.DraftReply{}, err
	}
	d, err := used.Composed(ctx, sentenceRequest(q, p))
	return newDraftReply(p, []engine.Draft{d}), err
}

// preceding returns the last sentence of a text, or "" if a new paragraph begins after it.
func preceding(source string, sentences []string) string {
	end := strings.TrimRightFunc(source, unicode.IsSpace)
	if strings.Count(source[len(end):], "\n") > 1 {
		return ""
	}
	return text.Last(sentences)
}

func sentenceRequest(q wire.DraftRequest, p *engine.Paper) engine.DraftRequest {
	sentences := LastSentences(q.Text)
	site := CiteSite{Context: sentences, After: preceding(q.Text, sentences), Keywords: q.Keywords, Textual: true}
	return site.DraftRequest(p)
}

// DraftSentences drafts sentences that cite a paper, to be inserted after the given text.
func (s *Service) DraftSentences(ctx context.Context, q wire.DraftRequest) (wire.DraftReply, error) {
	if err := q.Validate(); err != nil {
		return wire.DraftReply{}, err
	}
	p, used, err := s.paperAndEngine(ctx, q.PaperRef)
	if err != nil {
		return wire.DraftReply{}, err
	}
	drafts, err := used.Drafts(ctx, sentenceRequest(q, p), q.Variants)
	return newDraftReply(p, drafts), err
}

// paperAndEngine returns a paper's complete record and the current engine.
func (s *Service) paperAndEngine(ctx context.Context, ref wire.PaperRef) (*engine.Paper, *engine.Engine, error) {
	p, err := s.Paper(ctx, ref)
	if err != nil {
		return nil, nil, err
	}
	used, err := s.Get(ctx)
	if err != nil {
		return nil, nil, backend.Unavailable(err)
	}
	return p, used, nil
}

func newDraftReply(p *engine.Paper, drafts []engine.Draft) wire.DraftReply {
	answer := wire.DraftReply{Sentences: []wire.CitingSentence{}}
	for _, d := range drafts {
		if d.MarkOnly {
			answer.Reason = d.Reason
			continue
		}
		answer.Sentences = append(answer.Sentences, wire.CitingSentence{
			MarkedSentence: NewMarkedSentence(p, d),
			Corpus:         p.Corpus,
			Support:        hundredths(d.Evidence.Score),
			Note:           d.Notes(),
		})
	}
	return answer
}

// NewMarkedSentence converts a draft about a paper to a sentence in a reply.
func NewMarkedSentence(p *engine.Paper, d engine.Draft) wire.MarkedSentence {
	return wire.MarkedSentence{
		ID:       p.ID,
		Sentence: strings.Replace(d.Text, engine.Mark, "#CIT", 1),
		Textual:  d.Textual,
		Form:     wire.Form(d.Form),
		Evidence: wire.ScoredSentence(d.Evidence),
	}
}
