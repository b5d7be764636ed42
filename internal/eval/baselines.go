package eval

import (
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
)

// A baseline is a simple method to extract highlights. It ranks the passages of a paper.
type baseline struct {
	name  string
	order func([]highlight.Passage) []int
}

// baselines lists the methods that the learned extractor is compared with. None of them needs
// training.
var baselines = []baseline{{"Lead", lead}, {"LexRank", lexRank}, {"HipoRank", hipoRank}}

// lead ranks passages in their order in the document.
func lead(passages []highlight.Passage) []int {
	order := make([]int, len(passages))
	for i := range order {
		order[i] = i
	}
	return order
}

// tooAlike is the cosine similarity above which a passage repeats another one.
const tooAlike = 0.6

// byScore ranks passages by descending score. It drops a passage that is too similar to a better
// one.
func (d *discourse) byScore(scores []float64) []int {
	order := descending(scores)
	chosen := order[:0]
	for _, at := range order {
		if !slices.ContainsFunc(chosen, func(other int) bool { return cosine(d.vectors[at], d.vectors[other]) > tooAlike }) {
			chosen = append(chosen, at)
		}
	}
	return chosen
}
