package search

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// Pool merges what all retrievers found, without the manuscript itself, and orders it by
// the scores of the first stage.
func Pool(lists []List, manuscript string) []Candidate {
	return fuse(withoutItself(Merge(lists), manuscript))
}

// withoutItself leaves out the records of the manuscript, which nothing in the
// index is closer to.
func withoutItself(candidates []Candidate, title string) []Candidate {
	own := paper.NormalTitle(title)
	if own == "" {
		return candidates
	}
	return slices.DeleteFunc(candidates, func(c Candidate) bool { return paper.NormalTitle(c.Paper.Title) == own })
}

// fuse orders candidates by both first-stage scores together.
func fuse(candidates []Candidate) []Candidate {
	scores := fusedScores(candidates)
	order := make([]int, len(candidates))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if c := rank.Descending(scores[a], scores[b]); c != 0 {
			return c
		}
		return comparePapers(candidates[a].Paper, candidates[b].Paper)
	})
	sorted := make([]Candidate, len(candidates))
	for i, at := range order {
		sorted[i] = candidates[at]
	}
	return sorted
}

// fusedScores takes for a cosine that was not computed what BM25 makes likely.
func fusedScores(candidates []Candidate) []float64 {
	lexical := rank.Standardise(scoresOf(candidates, func(c Candidate) float64 { return c.BM25 }))
	return rank.Fuse(lexical, standardCosines(candidates, lexical, func(c Candidate) float64 { return c.Cosine }))
}

// comparePapers orders papers by id, then corpus, so that ties never depend on
// which corpus answered first (invariant 8).
func comparePapers(a, b *paper.Paper) int {
	if c := strings.Compare(a.ID, b.ID); c != 0 {
		return c
	}
	return strings.Compare(a.Corpus, b.Corpus)
}
