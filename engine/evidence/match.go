package evidence

import (
	"cmp"
	"context"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// An Embedder turns texts into unit vectors that are close where they are about the same.
type Embedder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// comparedClosely is how many passages are compared by their vectors: those that
// share most words with the claim.
const comparedClosely = 16

// A candidate is a passage with what it shares with the claim.
type candidate struct {
	Passage
	order    int
	stems    map[string]float64 // those of the question that it has
	pairs    float64            // share of the pairs that it has
	features []float64
	score    float64
}

// lexical reads which words of a question each passage has.
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

// closest keeps the passages that share most, in order of their place.
func closest(all []candidate) []candidate {
	best := slices.Clone(all)
	sortByScore(best)
	best = best[:min(len(best), comparedClosely)]
	slices.SortFunc(best, func(a, b candidate) int { return cmp.Compare(a.order, b.order) })
	return best
}

func sortByScore(all []candidate) {
	slices.SortFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.order, b.order))
	})
}
