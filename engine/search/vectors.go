package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// Vectors embeds queries, and papers from indexes without vectors. It caches the vectors of recent texts.
type Vectors struct {
	embedder Embedder
	recent   cache[[]float32]
}

// NewVectors returns Vectors that use embedder. If it is nil, they set no vectors.
func NewVectors(embedder Embedder) *Vectors { return &Vectors{embedder: embedder} }

// embed returns a vector for each text, or nil for an empty text.
func (v *Vectors) embed(ctx context.Context, texts []string) ([][]float32, error) {
	return v.recent.values(ctx, texts, func(places []int) ([][]float32, error) {
		return v.embedder.Embed(ctx, pick(texts, places))
	})
}

// EmbedQuery sets the vectors of a request. It does nothing if no embedder is set or the query has no
// text to embed.
func (v *Vectors) EmbedQuery(ctx context.Context, q Query, req *Request) error {
	texts := append([]string{EmbeddingText(q.Context, req.Keywords)}, viewTexts(q, req.Keywords)...)
	if v.embedder == nil || texts[0] == "" {
		return nil
	}
	vectors, err := v.embed(ctx, texts)
	if err != nil {
		return fmt.Errorf("papers were found by keyword matching only (BM25): %w", err)
	}
	req.Vector, req.Views, req.Embedder = vectors[0], vectors[1:], v.embedder.ID()
	return nil
}

// Limits on the papers embedded per query and index without vectors. Those with the best BM25 scores are
// embedded.
const (
	lateByFast    = 150 // for an embedder that needs microseconds per paper
	lateByNetwork = 8   // for a neural network that needs milliseconds per paper
)

// EmbedPapers computes the cosines of the best papers in lists without vectors from the embedder, so that
// they can be compared with papers in other lists. The number of papers does not depend on the cache, so
// that equal queries have equal results (invariant 8).
func (v *Vectors) EmbedPapers(ctx context.Context, q Query, req Request, lists []List) error {
	limit := v.lateLimit(q)
	if req.Vector == nil || limit == 0 {
		return nil
	}
	for _, list := range lists {
		if list.Semantic {
			continue
		}
		best := bestByBM25(list.Candidates, limit)
		texts := make([]string, len(best))
		for i, c := range best {
			texts[i] = c.Paper.TitleAndAbstract()
		}
		vectors, err := v.embed(ctx, texts)
		if err != nil {
			return fmt.Errorf("papers in a corpus without vectors were ranked by keyword matching only (BM25): %w", err)
		}
		for i, c := range best {
			c.compare(req, vectors[i])
		}
	}
	return nil
}

func (v *Vectors) lateLimit(q Query) int {
	if fast, ok := v.embedder.(interface{ Fast() bool }); ok && fast.Fast() {
		return lateByFast
	}
	if q.Quick {
		return 0
	}
	return lateByNetwork
}

func bestByBM25(candidates []Candidate, limit int) []*Candidate {
	best := make([]*Candidate, len(candidates))
	for i := range candidates {
		best[i] = &candidates[i]
	}
	slices.SortStableFunc(best, func(a, b *Candidate) int { return cmp.Compare(b.BM25, a.BM25) })
	return best[:min(limit, len(best))]
}

// compare sets the cosines of a candidate from the vector of its paper.
func (c *Candidate) compare(req Request, vector []float32) {
	c.Cosine, c.Views = rank.Inner(req.Vector, vector), make([]float64, len(req.Views))
	for i, view := range req.Views {
		c.Views[i] = rank.Inner(view, vector)
	}
}
