package read

import (
	"math"

	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// A queryTerm is a query term with its weight in the whole corpus.
type queryTerm struct {
	weight     float64 // weight in score units; 0 skips the term
	saturation *rank.Saturation
	adds       [format.OftenAtLeast + 1]uint16 // contributions to a bound, by frequency; see scoreLimits
}

// score returns the contribution of the term to the score of a paper. It is a positive integer, so
// that sums do not depend on the order of the terms.
func (t *queryTerm) score(frequency uint8, length int) uint32 {
	return uint32(t.weight*t.saturation.Of(int(frequency), length)) + 1
}

// scoreLimits computes upper bounds of scores from 16-bit sums, so that only a few papers need to be
// scored. For a given text length, a single occurrence contributes the same fraction of any term's
// weight, and repetitions gain more in longer texts. The sum of a paper therefore adds, for each
// term, its weight multiplied by the gain in a long text. The bound is the sum multiplied by the
// fraction.
type scoreLimits struct {
	saturation *rank.Saturation
	scale      float64 // factor from weights to sums
	terms      float64 // number of terms, added to the bound since each score is rounded up by at most one
	long       int     // longer texts get the bound of a text of this length, which is higher
}

// limitScores computes the limits of a query, and the contributions of its terms to the sums.
func (q *lexicalQuery) limitScores(averageLength float64) {
	l := scoreLimits{saturation: q.saturation, terms: float64(len(q.terms)), long: int(2 * averageLength)}
	total := 0.
	for _, t := range q.terms {
		total += t.weight * l.repeated(format.MaxFrequency)
	}
	if l.scale = 1; total > 0 { // total is 0 if the query has no terms
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

// repeated returns the factor by which the repetition of a term increases its contribution.
func (l *scoreLimits) repeated(frequency int) float64 {
	return l.saturation.Of(max(frequency, 1), l.long) / l.saturation.Of(1, l.long)
}

// of returns an upper bound of the score of a paper with the given sum and length.
func (l *scoreLimits) of(sum uint16, length int) float64 {
	return float64(sum)/l.scale*l.saturation.Of(1, min(length, l.long)) + l.terms + 1
}

// least returns the lowest sum that a paper with the given score can have.
func (l *scoreLimits) least(score uint32) uint16 {
	sum := (float64(score) - l.terms - 1) * l.scale / l.saturation.Of(1, 0)
	return uint16(max(1, min(sum, math.MaxUint16)))
}
