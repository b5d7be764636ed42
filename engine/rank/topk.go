package rank

import (
	"cmp"
	"math"
	"slices"
)

// A ScoredItem is an item number with its score.
type ScoredItem struct {
	Number uint32
	Score  float64
}

// A TopK keeps the k best of the offered items. Ties go to the lower number.
type TopK struct {
	k     int
	items []ScoredItem // the k best so far and fewer than k others
	least float64      // no item with a lower score can be among the k best
}

// NewTopK returns an empty TopK.
func NewTopK(k int) *TopK {
	return &TopK{k: k, items: make([]ScoredItem, 0, 2*k), least: math.Inf(-1)}
}

// MayTake reports whether an item with that score can be among the k best so far.
func (t *TopK) MayTake(score float64) bool { return t.k > 0 && score >= t.least }

// Offer adds an item if it can be among the k best so far.
func (t *TopK) Offer(number uint32, score float64) {
	if !t.MayTake(score) {
		return
	}
	t.items = append(t.items, ScoredItem{number, score})
	if len(t.items) == 2*t.k {
		t.sort()
		t.items = t.items[:t.k]
		t.least = t.items[t.k-1].Score
	}
}

// Best returns the k best items, best first. They are valid until the next Offer.
func (t *TopK) Best() []ScoredItem {
	t.sort()
	return t.items[:min(t.k, len(t.items))]
}

func (t *TopK) sort() {
	slices.SortFunc(t.items, func(a, b ScoredItem) int {
		return cmp.Or(Descending(a.Score, b.Score), cmp.Compare(a.Number, b.Number))
	})
}

// BestPlaces returns the indexes of the k highest scores, best first.
func BestPlaces(scores []float64, k int) (places []int) {
	top := NewTopK(k)
	for i, score := range scores {
		top.Offer(uint32(i), score)
	}
	for _, s := range top.Best() {
		places = append(places, int(s.Number))
	}
	return places
}
