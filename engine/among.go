package engine

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
)

// Among is a view of the engine with some of its corpora alone, by their IDs or names;
// [LibraryCorpus] is the user's own, and the host of a server all of its corpora. It shares all else with the engine, which alone is
// closed. names are the corpora of the view.
func (e *Engine) Among(ctx context.Context, corpora []string) (view *Engine, names []string, err error) {
	copied := *e.Separately(ctx)
	replies := everywhere(ctx, copied.sources, func(ctx context.Context, s *source) (Info, error) { return s.Info(ctx) })
	copied.sources = nil
	found := make(map[string]bool)
	var known []string
	for _, r := range replies {
		known = append(known, r.answer.Name)
		meant := slices.Collect(r.from.among(corpora, r.answer))
		if len(meant) == 0 && (r.err != nil || len(corpora) > 0) {
			continue
		}
		for _, name := range meant {
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

// among are the names that mean a corpus. One of a server that cannot be asked for its
// corpora means that server, so that the answer says what is missing.
func (s *source) among(named []string, info Info) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, n := range named {
			meant := n == info.ID || n == info.Name || s.own && n == LibraryCorpus
			if host := s.limits.Host; host != "" && !meant {
				meant = n == host || strings.HasPrefix(n, info.ID+"/")
			}
			if meant && !yield(n) {
				return
			}
		}
	}
}
