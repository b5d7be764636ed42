package evidence

import (
	"cmp"
	"context"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// An Embedder returns a unit vector for each text. Similar texts have similar vectors.
type Embedder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// maxEmbedded is the maximum number of passages to embed, those with the highest word overlap.
const maxEmbedded = 16

// A candidate is a passage with its overlap with the claim.
type candidate struct {
	Passage
	order    int                // index of the passage in the paper
	stems    map[string]float64 // stems of the claim that occur in the passage
	pairs    float64            // share of the claim's pairs that occur in the passage
	features []float64
	score    float64
}

// lexical computes the word overlap of the claim with each passage.
func (q *question) lexical(passages []Passage) []candidate {
	all := make([]candidate, len(passages))
	for i, p := range passages {
		c := candidate{Passage: p, order: i, stems: make(map[string]float64)}
		pairs := make(map[string]float64)
		text.EachTerm(p.Text, func(term string, bigram bool) {
			if weight, in := q.near.stems[term]; in && !bigram {
				c.stems[term] = weight
			}
			if weight, in := q.pairs.stems[term]; in && bigram {
				pairs[term] = weight
			}
		})
		c.pairs = q.pairs.shareIn(pairs)
		c.score = q.words.shareIn(c.stems) + c.pairs
		all[i] = c
	}
	return all
}

// closest returns the passages with the highest word overlap, in the paper's order.
func closest(all []candidate) []candidate {
	best := slices.Clone(all)
	sortByScore(best)
	best = best[:min(len(best), maxEmbedded)]
	slices.SortFunc(best, func(a, b candidate) int { return cmp.Compare(a.order, b.order) })
	return best
}

func sortByScore(all []candidate) {
	slices.SortFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.order, b.order))
	})
}
