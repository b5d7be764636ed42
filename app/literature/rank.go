package literature

import (
	"cmp"
	"context"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
)

// maxWorks is how many papers of a search are looked at closer. Unit: papers.
const maxWorks = 40

// A ranked work is one that was found, with its place for the claim.
type ranked struct {
	was        *online.Work // as it was found; others name it as a version
	work       *online.Work // as it was confirmed
	found      engine.Found
	highlights []engine.Highlight
	confirmed  bool
	how        string
	reason     string
}

// rank orders works as the engine ranks any papers for the claim; those that it leaves
// out, such as another version, follow their other version or come last.
func (s *session) rank(ctx context.Context, claim app.OnlineClaim, works []*online.Work) []*ranked {
	works = distinct(works)
	all := make([]*ranked, len(works))
	papers := make([]*engine.Paper, len(works))
	for i, w := range works {
		p := w.Paper
		papers[i] = &p
		all[i] = &ranked{was: w, work: w, found: engine.Found{Paper: &p}}
	}
	e := engine.New(engine.Parts{Retrievers: []engine.Retriever{memory.New("online", app.FoundCorpus, papers...)}, Embedder: s.embedder()})
	places := s.places(ctx, e, claim, all)
	slices.SortStableFunc(all, func(a, b *ranked) int { return cmp.Compare(place(places, a.was), place(places, b.was)) })
	all = all[:min(len(all), maxWorks)]
	for _, r := range all {
		r.highlights, _ = e.Highlight(ctx, r.found.Paper, claim.Text, maxHighlights) // a list without them is one all the same
	}
	return all
}

// maxHighlights is how many sentences of a paper are listed.
const maxHighlights = 3

// distinct keeps the first of the works that have one ID.
func distinct(works []*online.Work) (all []*online.Work) {
	seen := make(map[string]bool)
	for _, w := range works {
		if !seen[w.ID] {
			seen[w.ID] = true
			all = append(all, w)
		}
	}
	return all
}

// places are those of the papers by ID, and notes their scores.
func (s *session) places(ctx context.Context, e *engine.Engine, claim app.OnlineClaim, all []*ranked) map[string]int {
	places := make(map[string]int)
	sentences := slices.Concat(claim.Before, app.LastSentences(claim.Text))
	sentences = sentences[max(0, len(sentences)-app.ContextSentences):]
	if len(all) == 0 || len(sentences) == 0 {
		return places
	}
	found, err := e.Discover(ctx, engine.Query{Context: sentences, Limit: len(all), Manuscript: engine.Manuscript{Title: claim.Title}})
	if err != nil {
		s.notices = append(s.notices, app.Notice{Code: engine.NoticeReranker, Text: "the papers are in the order of the sources: " + err.Error()})
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

// place is that of a work, or of its other version.
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
