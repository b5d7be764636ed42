package eval

import (
	"math"

	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
)

// Parameters of HipoRank, with the values from its paper.
const (
	towardsBoundary = 1.0 // lambda 2: weight of an edge to a passage closer to the section's boundary
	towardsMiddle   = 0.5 // lambda 1: weight of an edge to a passage farther from the boundary
	endDiscount     = 1.0 // alpha: weight of the distance to the end of a section
	sectionShare    = 1.0 // mu: weight of the similarity to other sections
)

// hipoRank ranks passages by their centrality in the discourse (Dong, Mircea and Cheung, EACL
// 2021). A passage is central if it resembles the rest of its section and the other sections.
// Similar passages near section boundaries count more, because authors state important points first
// and last. Similarity is the cosine of tf-idf vectors.
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

// boundary returns the distance of a position from the closer end of a sequence with n elements,
// such as the passages of a section.
func boundary(position, n int) float64 {
	return math.Min(float64(position), endDiscount*float64(n-1-position))
}

func direction(towards bool) float64 {
	if towards {
		return towardsBoundary
	}
	return towardsMiddle
}
