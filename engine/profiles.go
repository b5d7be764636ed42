package engine

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine/profile"
	"github.com/scilit-lsp/scilit-lsp/engine/search"
)

// A Profiler is a Retriever that indexes the works its papers mention, in its own corpus and
// elsewhere.
type Profiler interface {
	// Profiles returns the works that its papers mention in contexts similar to the request's, best
	// first.
	Profiles(ctx context.Context, req Request) ([]profile.Hit, error)
}

// maxProfiles is the maximum number of works in Request.Profiles.
const maxProfiles = 512

// profilerOf returns the Profiler of a retriever, or nil if it is not one.
func profilerOf(r Retriever) Profiler {
	if own, ok := r.(ownRetriever); ok {
		r = own.Retriever
	}
	p, _ := r.(Profiler)
	return p
}

// profiles returns the works that the papers of all local corpora mention in contexts similar to
// the request's. The result is never nil, so that retrievers do not search their own mentions
// again. A corpus that fails is omitted, since its search reports the error.
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

// scoreProfiles sets the profile score of each candidate that has none.
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
