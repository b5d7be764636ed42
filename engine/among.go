package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Among is a view of the engine with some of its corpora alone, by their IDs or names;
// [LibraryCorpus] is the user's own. It shares all else with the engine, which alone is
// closed. names are the corpora of the view.
func (e *Engine) Among(ctx context.Context, corpora []string) (view *Engine, names []string, err error) {
	copied := *e
	copied.sources = nil
	found := make(map[string]bool)
	var known []string
	replies := everywhere(ctx, e.sources, func(ctx context.Context, s *source) (Info, error) { return s.Info(ctx) })
	for _, r := range replies {
		called := []string{r.answer.ID, r.answer.Name}
		if r.from.own {
			called = append(called, LibraryCorpus)
		}
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
