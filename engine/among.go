package engine

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
)

// Among returns a view of the engine restricted to the named corpora, or to all corpora if none are named.
// A name is a corpus's ID or name, [LibraryCorpus], or a host, which selects all corpora on that server. A
// named corpus whose Info fails remains in the view, so that [Coverage] reports it. Close only the engine,
// not the view.
func (e *Engine) Among(ctx context.Context, corpora []string) (*Engine, error) {
	view := e.Separately(ctx)
	if len(corpora) == 0 {
		return view, nil
	}
	replies := infosOf(ctx, view.sources)
	view.sources = nil
	found := make(map[string]bool)
	var known []string
	for _, r := range replies {
		if r.answer.Name != "" { // "" if Info failed
			known = append(known, r.answer.Name)
		}
		named := slices.Collect(r.from.among(corpora, r.answer))
		for _, name := range named {
			found[name] = true
		}
		if len(named) > 0 {
			view.sources = append(view.sources, r.from)
		}
	}
	for _, c := range corpora {
		if !found[c] {
			return nil, fmt.Errorf("%w %q: use one of %s", ErrNoCorpus, c, strings.Join(known, ", "))
		}
	}
	return view, nil
}

// among yields the given names that match the source. If a remote server does not list its corpora, the name
// of any corpus on that server matches, so that the coverage reports the server as missing.
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
