package engine

import (
	"context"
	"errors"
	"sync"
)

// Outcomes collects, for each corpus, the outcomes of all requests made through a view.
type Outcomes struct {
	view   *Engine
	mu     sync.Mutex
	errors map[*source]error // error of each corpus; nil if the corpus answered every request
}

// Recorded returns a view of the engine that records the outcomes of its requests. Close only the
// engine itself.
func (e *Engine) Recorded() (*Engine, *Outcomes) {
	view := *e
	view.outcomes = &Outcomes{view: &view, errors: make(map[*source]error)}
	return &view, view.outcomes
}

// record adds the outcomes of one request. A failure replaces a skip, and a skip replaces an answer.
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
