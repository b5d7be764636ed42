package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
)

// How many papers of an index without vectors are embedded for a query, the best
// by BM25: a fast embedder takes microseconds for each, another one milliseconds.
const (
	lateByFast    = prefetchDepth
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
func (e *Engine) addVectors(ctx context.Context, q Query, req PrefetchRequest, answers []Prefetched) error {
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
		vectors, err := e.papers.of(ctx, e.parts.Embedder, best)
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
func (c *Candidate) compare(req PrefetchRequest, vector []float32) {
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

// embeddedPaper is the text that an index makes a paper's vector of.
func embeddedPaper(p *Paper) string {
	if p.Abstract == "" {
		return p.Title
	}
	return p.Title + ". " + p.Abstract
}

// paperVectors remembers the vectors of papers that were embedded for a query.
type paperVectors struct {
	mu    sync.Mutex
	known map[string][]float32 // by the text
}

const paperVectorsRemembered = 4096 // 6 MB of vectors of 384 numbers

// of returns the vectors of the candidates' papers.
func (v *paperVectors) of(ctx context.Context, embedder Embedder, candidates []*Candidate) ([][]float32, error) {
	vectors := make([][]float32, len(candidates))
	var fresh []string
	var places []int
	v.mu.Lock()
	for i, c := range candidates {
		text := embeddedPaper(c.Paper)
		if vectors[i] = v.known[text]; vectors[i] == nil {
			fresh, places = append(fresh, text), append(places, i)
		}
	}
	v.mu.Unlock()
	if len(fresh) == 0 {
		return vectors, nil
	}
	embedded, err := embedder.Embed(ctx, fresh)
	if err != nil {
		return nil, err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.known == nil || len(v.known)+len(fresh) > paperVectorsRemembered {
		v.known = make(map[string][]float32)
	}
	for i, vector := range embedded {
		vectors[places[i]], v.known[fresh[i]] = vector, vector
	}
	return vectors, nil
}
