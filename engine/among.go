package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Among is a view of the engine with some of its corpora alone, by their IDs or names;
// [LibraryCorpus] is the user's own, and the host of a server all of its corpora. It shares all else with the engine, which alone is
// closed. names are the corpora of the view.
func (e *Engine) Among(ctx context.Context, corpora []string) (view *Engine, names []string, err error) {
	if len(corpora) > 0 {
		e = e.Separately(ctx)
	}
	copied := *e
	copied.sources = nil
	found := make(map[string]bool)
	var known []string
	replies := everywhere(ctx, e.sources, func(ctx context.Context, s *source) (Info, error) { return s.Info(ctx) })
	for _, r := range replies {
		called := r.from.called(r.answer)
		known = append(known, r.answer.Name)
		if r.err != nil || len(corpora) > 0 && !slices.ContainsFunc(corpora, func(c string) bool { return slices.Contains(called, c) }) {
			continue
		}
		for _, name := range called {
			found[name] = true
		}
		copied.sources, names = append(copied.sources, r.from), append(names, r.answer.Name)
	}
	for _, c := range corpora {
		if !found[c] {
			return nil, nil, fmt.Errorf("%w %q: there are %s", ErrNoCorpus, c, strings.Join(known, ", "))
		}
	}
	return &copied, names, nil
}

// called are the names by which a corpus may be meant.
func (s *source) called(info Info) []string {
	names := []string{info.ID, info.Name}
	if s.own {
		names = append(names, LibraryCorpus)
	}
	if s.limits.Host != "" {
		names = append(names, s.limits.Host)
	}
	return names
}
