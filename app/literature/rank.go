package literature

import (
	"context"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
)

const maxWorks = 40 // maximum number of papers confirmed per search

// A rankedWork is a work with its rank for a claim.
type rankedWork struct {
	was        *online.Work // the work before confirmation; other works may refer to it as a version
	work       *online.Work // the work after confirmation
	found      engine.Hit
	highlights []engine.Highlight
	confirmed  bool
	how        string
	reason     string
}

// rank orders works as the engine ranks papers for the claim. A work that the engine omits gets the
// rank of its other version, or the last rank. rank drops works whose ID has occurred before.
func (s *session) rank(ctx context.Context, claim wire.OnlineClaim, works []*online.Work) []*rankedWork {
	seen := make(map[string]bool)
	works = slices.DeleteFunc(slices.Clone(works), func(w *online.Work) bool {
		defer func() { seen[w.ID] = true }()
		return seen[w.ID]
	})
	all := make([]*rankedWork, len(works))
	papers := make([]*engine.Paper, len(works))
	for i, w := range works {
		p := w.Paper
		papers[i] = &p
		all[i] = &rankedWork{was: w, work: w, found: engine.Hit{Paper: &p}}
	}
	e := engine.New(engine.Parts{Retrievers: []engine.Retriever{memory.New("online", backend.OnlineCorpusName,
		papers...)}, Embedder: s.embedder()})
	places := s.places(ctx, e, claim, all)
	slices.SortStableFunc(all, func(a, b *rankedWork) int { return place(places, a.was) - place(places, b.was) })
	all = all[:min(len(all), maxWorks)]
	for _, r := range all {
		// an error is ignored, since highlights are optional
		r.highlights, _ = e.Highlight(ctx, r.found.Paper, claim.Text, maxHighlights)
	}
	return all
}

const maxHighlights = 3 // maximum number of highlighted sentences per paper

// places returns the ranks of the papers, keyed by ID, and stores their scores.
func (s *session) places(
	ctx context.Context, e *engine.Engine, claim wire.OnlineClaim, all []*rankedWork,
) map[string]int {
	places := make(map[string]int)
	sentences := slices.Concat(claim.Before, app.LastSentences(claim.Text))
	sentences = sentences[max(0, len(sentences)-app.ContextSentences):]
	if len(all) == 0 || len(sentences) == 0 {
		return places
	}
	found, err := e.Discover(ctx, engine.Query{Context: sentences, Limit: len(all),
		Manuscript: engine.Manuscript{Title: claim.Title}})
	if err != nil {
		s.notices = append(s.notices, wire.Notice{Code: engine.NoticeReranker, Text: "the papers could not be ranked, so " +
			"they are listed in the order in which the sources returned them: " + err.Error()})
		return places
	}
	for i, f := range found.Papers {
		places[f.Paper.ID] = i + 1
		for _, r := range all {
			if r.was.ID == f.Paper.ID {
				r.found.Score, r.found.Relevance = f.Score, f.Relevance
			}
		}
	}
	return places
}

// place returns the rank of a work, or that of its best version if the work itself has none.
func place(places map[string]int, w *online.Work) int {
	if at := places[w.ID]; at > 0 {
		return at
	}
	best := len(places) + 1
	for _, v := range w.Versions {
		if at := places[v.ID]; at > 0 {
			best = min(best, at)
		}
	}
	return best
}
