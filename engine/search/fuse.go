package search

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// Pool merges the candidates of all retrievers and sorts them by their first-stage scores. It drops
// records of the manuscript itself, which would otherwise rank first. It also drops errata, corrections
// and retraction notices, which match the same queries as the papers they concern but are not worth
// citing.
func Pool(lists []List, manuscript string) []Candidate {
	own := paper.NormalTitle(manuscript)
	return fuse(slices.DeleteFunc(Merge(lists), func(c Candidate) bool {
		return paper.IsNotice(c.Paper.Title) || own != "" && paper.NormalTitle(c.Paper.Title) == own
	}))
}

// fuse sorts candidates by a combination of their first-stage scores.
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

// fusedScores combines BM25 and cosine. It estimates missing cosines from BM25.
func fusedScores(candidates []Candidate) []float64 {
	lexical := rank.Standardise(scoresOf(candidates, func(c Candidate) float64 { return c.BM25 }))
	return rank.Fuse(lexical, standardCosines(candidates, lexical, func(c Candidate) float64 { return c.Cosine }))
}

// comparePapers orders papers by ID, then by corpus, so that the order of equal scores does not depend
// on which corpus responded first (invariant 8).
func comparePapers(a, b *paper.Paper) int {
	if c := strings.Compare(a.ID, b.ID); c != 0 {
		return c
	}
	return strings.Compare(a.Corpus, b.Corpus)
}
