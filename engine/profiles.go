package engine

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine/profile"
	"github.com/scilit-lsp/scilit-lsp/engine/search"
)

// A Profiler is a Retriever that indexes the works mentioned by its papers, whether or not its corpus
// contains them.
type Profiler interface {
	// Profiles returns the works that papers of the corpus mention in contexts similar to the request's,
	// best first.
	Profiles(ctx context.Context, req Request) ([]profile.Hit, error)
	// Companions returns the works that papers of the corpus cite together with the given works, and
	// the papers of the corpus that cite the given works, most frequent first.
	Companions(ctx context.Context, req Request, cited profile.Table) ([]profile.Hit, error)
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

// profiles returns the works that the papers of all local corpora mention in contexts similar to the
// request's. The result is never nil, since retrievers would otherwise search their own mentions again. A
// corpus that fails is omitted, since its search will report the error.
func (r *run) profiles(ctx context.Context) []profile.Hit {
	replies := everywhere(ctx, r.profilers(), func(ctx context.Context, s *source) ([]profile.Hit, error) {
		return profilerOf(s.Retriever).Profiles(ctx, r.req)
	})
	return append([]profile.Hit{}, profile.Merge(answered(replies), maxProfiles)...)
}

// maxCompanions is the maximum number of works in Request.Companions.
const maxCompanions = 4096

// companions returns the works that the papers of all local corpora cite together with the works of the
// manuscript. trust is the share of the manuscript's own works that are among them, smoothed towards 1/2.
// It estimates the probability that the next cited work is among them.
func (r *run) companions(ctx context.Context) (found []profile.Hit, trust float64) {
	works := r.query.Manuscript.Works
	if len(works) == 0 {
		return nil, 0
	}
	cited := profile.TableOf(works)
	replies := everywhere(ctx, r.profilers(), func(ctx context.Context, s *source) ([]profile.Hit, error) {
		return profilerOf(s.Retriever).Companions(ctx, r.req, cited)
	})
	found = profile.MergeCompanions(answered(replies), maxCompanions)
	together, known := profile.NewCompanionTable(found), 0
	for _, work := range works {
		if together.Has(profile.WorkOf(work.Normal())) {
			known++
		}
	}
	return found, float64(known+1) / float64(len(works)+2)
}

// profilers returns the local sources that implement Profiler.
func (r *run) profilers() []*source {
	return r.only(func(s *source) bool { return s.unlimited && profilerOf(s.Retriever) != nil }).sources
}

// scoreProfiles sets each candidate's Together, and its profile score if unset.
func scoreProfiles(req Request, lists []search.List) {
	scores, together := profile.NewTable(req.Profiles), profile.NewCompanionTable(req.Companions)
	for _, list := range lists {
		for i := range list.Candidates {
			c := &list.Candidates[i]
			if c.Profile == 0 {
				c.Profile = scores.Score(c.Paper)
			}
			c.Together = together.Score(c.Paper)
		}
	}
}
