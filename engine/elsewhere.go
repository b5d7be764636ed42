package engine

import (
	"context"
	"errors"
	"slices"
)

// ErrKeywordsOnly is wrapped where a corpus was not asked, since there were no keywords and
// it may not know the manuscript.
var ErrKeywordsOnly = errors.New("it is asked by keywords alone, and there are none: write some, or name it in remote.manuscript of your own settings, which sends it the sentences before the cursor")

// A Collection is a retriever of several corpora, whichever these are by now.
type Collection interface {
	Retriever
	// Each returns a retriever of each, which the collection closes.
	Each(ctx context.Context) ([]Retriever, error)
}

// Here is a view of the engine without the corpora of other servers (Limits.Host). It shares
// all else with the engine, which alone is closed.
func (e *Engine) Here() *Engine {
	view := *e
	view.sources = slices.DeleteFunc(slices.Clone(e.sources), func(s *source) bool { return s.limits.Host != "" })
	return &view
}

// Separately is a view of the engine with each corpus of a [Collection] by itself. One that
// cannot be asked for them stays whole.
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

// members are new sources, so that their numbers are those of a view.
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
