package engine

import (
	"context"
	"math"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// A CentralityExtractor picks sentences by their centrality in the discourse,
// without training: HipoRank (Dong, Mircea and Cheung, EACL 2021). A sentence
// is central where it resembles the other sentences of its section and the
// other sections as wholes, and what it resembles counts more the further it
// is from the boundaries, since authors state what matters at the start and
// the end. Sentences are compared by the cosine of their tf-idf vectors. The
// zero value is ready for use.
type CentralityExtractor struct{}

// The weights of HipoRank, and that of the topic asked about.
const (
	towardsBoundary = 1.0 // lambda 2: an edge to the node nearer to a boundary
	towardsMiddle   = 0.5 // lambda 1: an edge to the node further from it
	endDiscount     = 1.0 // alpha: how much nearer the end counts than the start
	sectionShare    = 1.0 // mu: similarity to other sections against that to the own one
	aboutShare      = 2.0 // similarity to what was asked about against centrality
	tooAlike        = 0.6 // a sentence this close to a chosen one says nothing new
)

// Extract implements Extractor. Time and memory grow with the number of
// sentences times the length of a section.
func (CentralityExtractor) Extract(ctx context.Context, p *Paper, about string, max int) ([]Highlight, error) {
	d := discourseOf(p)
	scores := d.centrality()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	d.bias(scores, about)
	chosen := d.choose(scores, max)
	highlights := make([]Highlight, len(chosen))
	for i, at := range chosen {
		s := d.sentences[at]
		highlights[i] = Highlight{Text: s.text, Section: s.section, Index: s.index, Score: scores[at]}
	}
	return highlights, nil
}

// centrality scores each sentence between 0 and 1.
func (d *discourse) centrality() []float64 {
	scores := make([]float64, len(d.sentences))
	highest := 0.0
	for i := range d.sentences {
		scores[i] = sectionShare*d.interSection(i) + d.intraSection(i)
		highest = math.Max(highest, scores[i])
	}
	if highest > 0 {
		for i := range scores {
			scores[i] /= highest
		}
	}
	return scores
}

func (d *discourse) intraSection(i int) float64 {
	own := d.sections[d.sentences[i].group]
	sum := 0.0
	for j := own.first; j < own.end; j++ {
		if j != i {
			near := boundary(i-own.first, own.end-own.first) < boundary(j-own.first, own.end-own.first)
			sum += direction(near) * cosine(d.sentences[i].vector, d.sentences[j].vector)
		}
	}
	return sum / float64(own.end-own.first)
}

func (d *discourse) interSection(i int) float64 {
	own := d.sentences[i].group
	sum := 0.0
	for g, other := range d.sections {
		if g != own {
			near := boundary(own, len(d.sections)) < boundary(g, len(d.sections))
			sum += direction(near) * cosine(d.sentences[i].vector, other.vector)
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

// bias raises the sentences that are about what was asked.
func (d *discourse) bias(scores []float64, about string) {
	topic := d.vectorOf(about)
	if len(topic.terms) == 0 {
		return
	}
	for i, s := range d.sentences {
		scores[i] += aboutShare * cosine(s.vector, topic)
	}
}

// choose takes the best sentences that are not much alike, in reading order.
func (d *discourse) choose(scores []float64, max int) []int {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return rank.Descending(scores[a], scores[b]) })
	var chosen []int
	for _, at := range order {
		if len(chosen) == max {
			break
		}
		if !d.repeats(at, chosen) {
			chosen = append(chosen, at)
		}
	}
	slices.Sort(chosen)
	return chosen
}

func (d *discourse) repeats(at int, chosen []int) bool {
	for _, other := range chosen {
		if cosine(d.sentences[at].vector, d.sentences[other].vector) > tooAlike {
			return true
		}
	}
	return false
}
