package eval

import "github.com/scilit-lsp/scilit-lsp/engine/highlight"

// Parameters of LexRank, and the number of iterations that compute the ranks.
const (
	alikeFrom = 0.1
	damping   = 0.15
	rounds    = 30
)

// lexRank ranks passages by PageRank on the graph of similar passages (Erkan and Radev 2004).
func lexRank(passages []highlight.Passage) []int {
	d := discourseOf(passages)
	neighbours := make([][]int, len(passages))
	for i := range passages {
		for j := range passages {
			if i == j || cosine(d.vectors[i], d.vectors[j]) > alikeFrom {
				neighbours[i] = append(neighbours[i], j)
			}
		}
	}
	n := float64(len(passages))
	scores := make([]float64, len(passages))
	for i := range scores {
		scores[i] = 1 / n
	}
	for range rounds {
		next := make([]float64, len(scores))
		for i, alike := range neighbours {
			for _, j := range alike {
				next[j] += scores[i] / float64(len(alike))
			}
		}
		for i := range next {
			scores[i] = damping/n + (1-damping)*next[i]
		}
	}
	return d.byScore(scores)
}
