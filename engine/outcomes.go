package engine

import (
	"context"
	"errors"
	"sync"
)

// Outcomes collects the outcomes of all requests of a view of an engine, per corpus.
type Outcomes struct {
	view   *Engine
	mu     sync.Mutex
	errors map[*source]error // nil for a corpus that answered all requests
}

// Recorded returns a view of the engine that records the outcomes of its requests. Only the engine
// itself is closed.
func (e *Engine) Recorded() (*Engine, *Outcomes) {
	view := *e
	view.outcomes = &Outcomes{view: &view, errors: make(map[*source]error)}
	return &view, view.outcomes
}

// record adds the outcomes of one request. A failure outweighs a corpus that was not queried, and
// that one outweighs an answer.
func (o *Outcomes) record(replies []reply[Result]) {
	if o == nil {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, r := range replies {
		if known := o.errors[r.from]; known == nil || r.err != nil && errors.Is(known, ErrKeywordsOnly) {
			o.errors[r.from] = r.err
		}
	}
}

// Coverage returns the outcomes so far, with a notice for each corpus that did not answer every
// request. It is empty before the first request.
func (o *Outcomes) Coverage(ctx context.Context) (Coverage, []Notice) {
	o.mu.Lock()
	var replies []reply[Result]
	for _, s := range o.view.sources {
		if err, asked := o.errors[s]; asked {
			replies = append(replies, reply[Result]{from: s, err: err})
		}
	}
	o.mu.Unlock()
	return o.view.coverage(ctx, replies)
}
