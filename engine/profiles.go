package engine

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine/profile"
	"github.com/scilit-lsp/scilit-lsp/engine/search"
)

// A Profiler is a Retriever whose papers mention works, of its own corpus and of others.
type Profiler interface {
	// Profiles returns the works that its papers mention in contexts similar to the request's,
	// best first.
	Profiles(ctx context.Context, req Request) ([]profile.Hit, error)
}

// maxProfiles bounds the works that every retriever looks up.
const maxProfiles = 2048

// profilerOf returns the Profiler of a retriever, nil if it is none.
func profilerOf(r Retriever) Profiler {
	if own, ok := r.(ownRetriever); ok {
		r = own.Retriever
	}
	p, _ := r.(Profiler)
	return p
}

// profiles returns the works that papers of all local corpora mention in contexts similar to the
// request's. It is not nil, so that no retriever searches its own mentions again. A corpus that
// fails is left out: its search reports why.
func (r *run) profiles(ctx context.Context) []profile.Hit {
	var local []*source
	for _, s := range r.sources {
		if s.here && profilerOf(s.Retriever) != nil {
			local = append(local, s)
		}
	}
	replies := everywhere(ctx, local, func(ctx context.Context, s *source) ([]profile.Hit, error) {
		return profilerOf(s.Retriever).Profiles(ctx, r.req)
	})
	return append([]profile.Hit{}, profile.Merge(answered(replies), maxProfiles)...)
}

// scoreProfiles sets the profile scores of candidates from retrievers that set none.
func scoreProfiles(hits []profile.Hit, lists []search.List) {
	scores := profile.NewTable(hits)
	for _, list := range lists {
		for i, c := range list.Candidates {
			if c.Profile == 0 {
				list.Candidates[i].Profile = scores.Score(c.Paper)
			}
		}
	}
}
