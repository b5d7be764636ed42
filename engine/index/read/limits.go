package read

import (
	"math"

	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// A queryTerm is a query term with its weight in the whole corpus.
type queryTerm struct {
	weight     float64 // in units of scores; 0 skips the term
	saturation *rank.Saturation
	adds       [format.OftenAtLeast + 1]uint16 // contribution to a bound, by frequency (see scoreLimits)
}

// score returns the contribution of the term to a paper. It is a positive integer, so that sums are
// the same in any order.
func (t *queryTerm) score(frequency uint8, length int) uint32 {
	return uint32(t.weight*t.saturation.Of(int(frequency), length)) + 1
}

// scoreLimits computes upper bounds of scores from 16-bit sums, so that few papers need to be
// scored. For a given text length, a single occurrence contributes the same fraction of each term's
// weight, and the gain of repetitions grows with the length. A sum therefore adds up weights
// multiplied by the gain in a long text, and the bound is the sum times that fraction.
type scoreLimits struct {
	saturation *rank.Saturation
	scale      float64 // factor from weights to sums
	terms      float64 // number of terms: each score is rounded up by at most one
	long       int     // longer texts are bounded as if they had this length, which scores higher
}

// limitScores computes the limits of a query, and the contributions of its terms to the sums.
func (q *lexicalQuery) limitScores(averageLength float64) {
	l := scoreLimits{saturation: q.saturation, terms: float64(len(q.terms)), long: int(2 * averageLength)}
	total := 0.
	for _, t := range q.terms {
		total += t.weight * l.repeated(format.MaxFrequency)
	}
	if l.scale = 1; total > 0 { // a query can have no terms
		l.scale = (math.MaxUint16 - l.terms) / total
	}
	for i := range q.terms {
		t := &q.terms[i]
		for frequency := range t.adds {
			t.adds[frequency] = uint16(math.Ceil(t.weight * l.scale * l.repeated(frequency)))
		}
		t.adds[0], t.adds[format.OftenAtLeast] = 0, uint16(math.Ceil(t.weight*l.scale*l.repeated(format.MaxFrequency)))
	}
	q.limits = l
}

// repeated returns the factor by which repetition increases a term's contribution.
func (l *scoreLimits) repeated(frequency int) float64 {
	return l.saturation.Of(max(frequency, 1), l.long) / l.saturation.Of(1, l.long)
}

// of returns an upper bound for the score of a paper with that sum and length.
func (l *scoreLimits) of(sum uint16, length int) float64 {
	return float64(sum)/l.scale*l.saturation.Of(1, min(length, l.long)) + l.terms + 1
}

// least returns the lowest sum that a paper with that score can have.
func (l *scoreLimits) least(score uint32) uint16 {
	sum := (float64(score) - l.terms - 1) * l.scale / l.saturation.Of(1, 0)
	return uint16(max(1, min(sum, math.MaxUint16)))
}
