package eval

import (
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// A baseline orders the passages of a paper, those to extract first in front.
type baseline struct {
	name  string
	order func([]highlight.Passage) []int
}

// The extractors without training that ours is compared with.
var baselines = []baseline{{"Lead", lead}, {"LexRank", lexRank}, {"HipoRank", hipoRank}}

// lead takes a paper's first sentences.
func lead(passages []highlight.Passage) []int {
	order := make([]int, len(passages))
	for i := range order {
		order[i] = i
	}
	return order
}

// tooAlike is the cosine from which a passage says nothing new.
const tooAlike = 0.6

// byScore orders by descending score, without those too much like a better one.
func (d *discourse) byScore(scores []float64) []int {
	order := lead(d.passages)
	slices.SortStableFunc(order, func(a, b int) int { return rank.Descending(scores[a], scores[b]) })
	chosen := order[:0]
	for _, at := range order {
		if !slices.ContainsFunc(chosen, func(other int) bool { return cosine(d.vectors[at], d.vectors[other]) > tooAlike }) {
			chosen = append(chosen, at)
		}
	}
	return chosen
}
