package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

// How many papers of an index without vectors are embedded for a query, the best
// by BM25: a fast embedder takes microseconds for each, another one milliseconds.
const (
	lateByFast    = defaultPrefetch
	lateByNetwork = 8
)

// A FastEmbedder is an Embedder that takes microseconds a text.
type FastEmbedder interface {
	Embedder
	Fast() bool
}

// addVectors computes the cosines of the best papers of corpora that have no
// vectors of the engine's embedder, so that these rank beside the others. It does
// so for as many papers whether they are remembered or not, for the same query
// has the same answer (invariant 8).
func (e *Engine) addVectors(ctx context.Context, q Query, req Request, answers []Result) error {
	most := lateByNetwork
	if fast, ok := e.parts.Embedder.(FastEmbedder); ok && fast.Fast() {
		most = lateByFast
	} else if q.Quick {
		return nil
	}
	if req.Vector == nil {
		return nil
	}
	for _, answer := range answers {
		if answer.Semantic {
			continue
		}
		best := bestByBM25(answer.Candidates, most)
		vectors, err := e.papers.embed(ctx, e.parts.Embedder, embeddedPapers(best))
		if err != nil {
			return fmt.Errorf("papers of a corpus without vectors were ranked by BM25 alone: %w", err)
		}
		for i, c := range best {
			c.compare(req, vectors[i])
		}
	}
	return nil
}

func bestByBM25(candidates []Candidate, most int) []*Candidate {
	best := make([]*Candidate, len(candidates))
	for i := range candidates {
		best[i] = &candidates[i]
	}
	slices.SortStableFunc(best, func(a, b *Candidate) int { return cmp.Compare(b.BM25, a.BM25) })
	return best[:min(most, len(best))]
}

// compare sets the cosines to a paper's vector.
func (c *Candidate) compare(req Request, vector []float32) {
	c.Cosine, c.Views = dot(req.Vector, vector), make([]float64, len(req.Views))
	for i, view := range req.Views {
		c.Views[i] = dot(view, vector)
	}
}

func dot(a, b []float32) (sum float64) {
	for i := range min(len(a), len(b)) {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func embeddedPapers(candidates []*Candidate) []string {
	texts := make([]string, len(candidates))
	for i, c := range candidates {
		texts[i] = embeddedPaper(c.Paper)
	}
	return texts
}

// embeddedPaper is the text that an index makes a paper's vector of.
func embeddedPaper(p *Paper) string {
	if p.Abstract == "" {
		return p.Title
	}
	return p.Title + ". " + p.Abstract
}
