package index

import (
	"math"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// A queryTerm is a term of a query with its weight in the whole corpus.
type queryTerm struct {
	weight     float64 // in units of a score; 0 leaves it out
	saturation *rank.Saturation
	adds       [oftenAtLeast + 1]uint16 // to the sum of a paper, by how often it holds the term: see scoreLimits
}

// score is what the term adds to the score of a paper. It is a whole number, so that a
// sum is the same in any order, and more than 0.
func (t *queryTerm) score(frequency uint8, length int) uint32 {
	return uint32(t.weight*t.saturation.Of(int(frequency), length)) + 1
}

// scoreLimits say how high a score can be by a sum of 16 bits, so that few papers need to
// be scored. What a term counts that a text has once is the same share of each weight, given the
// length of the text; how much more it counts if it is repeated grows with the length. So a sum adds up
// weights, as often as they count in a long text, and is multiplied with that share at last.
type scoreLimits struct {
	saturation *rank.Saturation
	scale      float64 // of a sum to that of weights
	terms      float64 // how many there are: each score is rounded up by one at most
	long       int     // longer texts are taken for texts of this length, which score higher
}

// limitScores makes the limits of a query, and what its terms add to the sums.
func (q *lexicalQuery) limitScores(averageLength float64) {
	l := scoreLimits{saturation: q.saturation, terms: float64(len(q.terms)), long: int(2 * averageLength)}
	total := 0.
	for _, t := range q.terms {
		total += t.weight * l.repeated(maxFrequency)
	}
	if l.scale = 1; total > 0 { // there may be no terms
		l.scale = (math.MaxUint16 - l.terms) / total
	}
	for i := range q.terms {
		t := &q.terms[i]
		for frequency := range t.adds {
			t.adds[frequency] = uint16(math.Ceil(t.weight * l.scale * l.repeated(frequency)))
		}
		t.adds[0], t.adds[oftenAtLeast] = 0, uint16(math.Ceil(t.weight*l.scale*l.repeated(maxFrequency)))
	}
	q.limits = l
}

// repeated is how many times as much a term counts that a text repeats so often.
func (l *scoreLimits) repeated(frequency int) float64 {
	return l.saturation.Of(max(frequency, 1), l.long) / l.saturation.Of(1, l.long)
}

// of is the most that a paper with such a sum and length can score.
func (l *scoreLimits) of(sum uint16, length int) float64 {
	return float64(sum)/l.scale*l.saturation.Of(1, min(length, l.long)) + l.terms + 1
}

// least is the lowest sum with which a paper can score so much, however short it is.
func (l *scoreLimits) least(score uint32) uint16 {
	sum := (float64(score) - l.terms - 1) * l.scale / l.saturation.Of(1, 0)
	return uint16(max(1, min(sum, math.MaxUint16)))
}
