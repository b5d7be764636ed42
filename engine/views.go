package engine

import (
	"context"
	"errors"
	"slices"
)

// ErrKeywordsOnly is wrapped by a corpus's error if the settings restrict the corpus to keywords and the
// query has none. The corpus never receives text from the manuscript.
var ErrKeywordsOnly = errors.New("this server receives only keywords, and the query has none; add keywords, or " +
	"list the server's URL under remote.manuscript in your own settings to send it the sentences before the " +
	"cursor as well")

// A Collection is a retriever for a set of corpora that may change.
type Collection interface {
	Retriever
	// Each returns a retriever for each corpus. The collection closes the retrievers.
	Each(ctx context.Context) ([]Retriever, error)
}

// Here returns a view of the engine without corpora whose limits name a remote host. Clusters have no
// such limit and stay. The view shares everything else with the engine; close only the engine.
func (e *Engine) Here() *Engine {
	return e.only(func(s *source) bool { return s.limits.Host == "" })
}

// Others returns a view of the engine without the user's library. The view shares everything else
// with the engine; close only the engine.
func (e *Engine) Others() *Engine {
	return e.only(func(s *source) bool { return !s.own })
}

// only returns a view of the engine with the sources that pass the filter.
func (e *Engine) only(keep func(*source) bool) *Engine {
	view := *e
	view.sources = slices.DeleteFunc(slices.Clone(e.sources), func(s *source) bool { return !keep(s) })
	return &view
}

// Separately returns a view of the engine in which each corpus of a [Collection] is a separate source. If a
// collection cannot list its corpora, it remains a single source.
func (e *Engine) Separately(ctx context.Context) *Engine {
	view := *e
	view.sources = nil
	for _, r := range everywhere(ctx, e.sources, e.members) {
		if r.err != nil {
			r.answer = []*source{new(*r.from)}
		}
		for _, s := range r.answer {
			s.number = len(view.sources)
			view.sources = append(view.sources, s)
		}
	}
	return &view
}

// members returns the corpora of a source as new sources, which the view can renumber.
func (e *Engine) members(ctx context.Context, s *source) ([]*source, error) {
	c, many := s.Retriever.(Collection)
	if !many {
		return []*source{new(*s)}, nil
	}
	all, err := c.Each(ctx)
	if err != nil {
		return nil, err
	}
	sources := make([]*source, len(all))
	for i, r := range all {
		sources[i] = newSource(0, r, e.parts.Patience)
	}
	return sources, nil
}
