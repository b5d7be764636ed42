package rank

import (
	"container/heap"
	"slices"
)

// A ScoredItem is an item number with its score.
type ScoredItem struct {
	Number uint32
	Score  float64
}

// A TopK keeps the k best of the offered items. Ties go to the lower number.
type TopK struct {
	k    int
	heap worstFirst
}

// NewTopK returns an empty TopK.
func NewTopK(k int) *TopK { return &TopK{k: k, heap: make(worstFirst, 0, k)} }

// MayTake reports whether an item with that score can be among the k best so far.
func (t *TopK) MayTake(score float64) bool {
	return len(t.heap) < t.k || t.k > 0 && score >= t.heap[0].Score
}

// Offer adds an item if it is among the k best so far.
func (t *TopK) Offer(number uint32, score float64) {
	candidate := ScoredItem{number, score}
	switch {
	case t.k == 0:
	case len(t.heap) < t.k:
		heap.Push(&t.heap, candidate)
	case worse(t.heap[0], candidate):
		t.heap[0] = candidate
		heap.Fix(&t.heap, 0)
	}
}

// Best returns the items kept, best first.
func (t *TopK) Best() []ScoredItem {
	best := slices.Clone(t.heap)
	slices.SortFunc(best, func(a, b ScoredItem) int {
		if worse(b, a) {
			return -1
		}
		return 1
	})
	return best
}

func worse(a, b ScoredItem) bool {
	if a.Score != b.Score {
		return a.Score < b.Score
	}
	return a.Number > b.Number
}

type worstFirst []ScoredItem

func (h worstFirst) Len() int           { return len(h) }
func (h worstFirst) Less(i, j int) bool { return worse(h[i], h[j]) }
func (h worstFirst) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *worstFirst) Push(x any)        { *h = append(*h, x.(ScoredItem)) }
func (h *worstFirst) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}
