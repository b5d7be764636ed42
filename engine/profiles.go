package engine

import (
	"context"
	"sync"

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

// A mentioned is a search for the works that full texts mention. It runs while the corpora are searched.
type mentioned struct {
	profiles   func() []profile.Hit // see Request.Profiles
	companions func() companions
}

// companions are the works that the papers of all local corpora cite together with the works of the
// manuscript. trust is the share of the manuscript's own works that are among them, smoothed towards 1/2.
// It estimates the probability that the next cited work is among them.
type companions struct {
	works []profile.Hit
	trust float64
}

// mentions starts to search for the works that full texts mention, and adds them to the request.
func (r *run) mentions(ctx context.Context) {
	req := r.req
	r.mentioned = mentioned{
		profiles:   begin(func() []profile.Hit { return r.profiles(ctx, req) }),
		companions: begin(func() companions { return r.companions(ctx, req) }),
	}
	r.req.Profiles = r.mentioned.profiles
	r.req.Companions = func() []profile.Hit { return r.mentioned.companions().works }
}

func (m mentioned) wait() {
	m.profiles()
	m.companions()
}

// begin calls a function in the background. The returned function waits for its result.
func begin[T any](f func() T) func() T {
	result := sync.OnceValue(f)
	go func() {
		defer func() { _ = recover() }() // a caller of result panics instead
		result()
	}()
	return result
}

// profiles returns the works that the papers of all local corpora mention in contexts similar to the
// request's. A corpus that fails is omitted, since its search will report the error.
func (r *run) profiles(ctx context.Context, req Request) []profile.Hit {
	replies := beforehand(ctx, r.profilers(), func(ctx context.Context, s *source) ([]profile.Hit, error) {
		return profilerOf(s.Retriever).Profiles(ctx, req)
	})
	return profile.Merge(answered(replies), maxProfiles)
}

// maxCompanions is the maximum number of works in Request.Companions.
const maxCompanions = 4096

func (r *run) companions(ctx context.Context, req Request) companions {
	works := r.query.Manuscript.Works
	if len(works) == 0 {
		return companions{}
	}
	cited := profile.TableOf(works)
	replies := beforehand(ctx, r.profilers(), func(ctx context.Context, s *source) ([]profile.Hit, error) {
		return profilerOf(s.Retriever).Companions(ctx, req, cited)
	})
	found := profile.MergeCompanions(answered(replies), maxCompanions)
	together, known := profile.NewCompanionTable(found), 0
	for _, work := range works {
		if together.Has(profile.WorkOf(work.Normal())) {
			known++
		}
	}
	return companions{found, float64(known+1) / float64(len(works)+2)}
}

// profilers returns the local sources that implement Profiler.
func (r *run) profilers() []*source {
	return r.only(func(s *source) bool { return s.here && profilerOf(s.Retriever) != nil }).sources
}

// scoreProfiles sets each candidate's Together, and its profile score if unset.
func scoreProfiles(req Request, lists []search.List) {
	scores, together := profile.NewTable(req.Profiles()), profile.NewCompanionTable(req.Companions())
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
