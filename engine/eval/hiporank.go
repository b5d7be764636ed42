package eval

import (
	"math"

	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
)

// The weights of HipoRank.
const (
	towardsBoundary = 1.0 // lambda 2: an edge to the node nearer to a boundary
	towardsMiddle   = 0.5 // lambda 1: an edge to the node further from it
	endDiscount     = 1.0 // alpha: how much nearer the end counts than the start
	sectionShare    = 1.0 // mu: similarity to other sections against that to the own one
)

// hipoRank orders passages by their centrality in the discourse (Dong, Mircea
// and Cheung, EACL 2021): one is central where it resembles the others of its
// section and the other sections as wholes, and what it resembles counts more
// the further it is from the boundaries, since authors state what matters at
// the start and the end. Passages are compared by the cosine of their tf-idf
// vectors.
func hipoRank(passages []highlight.Passage) []int {
	d := discourseOf(passages)
	scores := make([]float64, len(passages))
	for i := range scores {
		scores[i] = sectionShare*d.interSection(i) + d.intraSection(i)
	}
	return d.byScore(scores)
}

func (d *discourse) intraSection(i int) float64 {
	own := d.sections[d.passages[i].Section]
	sum := 0.0
	for j := own.first; j < own.end; j++ {
		if j != i {
			near := boundary(i-own.first, own.end-own.first) < boundary(j-own.first, own.end-own.first)
			sum += direction(near) * cosine(d.vectors[i], d.vectors[j])
		}
	}
	return sum / float64(own.end-own.first)
}

func (d *discourse) interSection(i int) float64 {
	own := d.passages[i].Section
	sum := 0.0
	for g, other := range d.sections {
		if g != own {
			near := boundary(own, len(d.sections)) < boundary(g, len(d.sections))
			sum += direction(near) * cosine(d.vectors[i], other.vector)
		}
	}
	return sum / float64(len(d.sections))
}

// boundary is how far position is from the nearer end of a run of n.
func boundary(position, n int) float64 {
	return math.Min(float64(position), endDiscount*float64(n-1-position))
}

func direction(towards bool) float64 {
	if towards {
		return towardsBoundary
	}
	return towardsMiddle
}
