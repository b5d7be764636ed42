package rank

import "slices"

// A ScoredItem is an item number with its score.
type ScoredItem struct {
	Number uint32
	Score  float64
}

// A TopK keeps the k best of the offered items. Ties go to the lower number.
type TopK struct {
	k    int
	heap []ScoredItem // the worst item first
}

// NewTopK returns an empty TopK.
func NewTopK(k int) *TopK { return &TopK{k: k, heap: make([]ScoredItem, 0, k)} }

// MayTake reports whether an item with the given score can be among the k best so far.
func (t *TopK) MayTake(score float64) bool {
	return len(t.heap) < t.k || t.k > 0 && score >= t.heap[0].Score
}

// Offer adds an item if it is among the k best so far.
func (t *TopK) Offer(number uint32, score float64) {
	candidate := ScoredItem{number, score}
	switch {
	case t.k == 0:
	case len(t.heap) < t.k:
		t.heap = append(t.heap, candidate)
		t.up(len(t.heap) - 1)
	case worse(t.heap[0], candidate):
		t.heap[0] = candidate
		t.down()
	}
}

// up moves an item towards the root, past all better ancestors.
func (t *TopK) up(at int) {
	for at > 0 {
		parent := (at - 1) / 2
		if !worse(t.heap[at], t.heap[parent]) {
			return
		}
		t.heap[at], t.heap[parent] = t.heap[parent], t.heap[at]
		at = parent
	}
}

// down moves the root away from the top, past all worse descendants.
func (t *TopK) down() {
	for at := 0; ; {
		child := 2*at + 1
		if child >= len(t.heap) {
			return
		}
		if child+1 < len(t.heap) && worse(t.heap[child+1], t.heap[child]) {
			child++
		}
		if !worse(t.heap[child], t.heap[at]) {
			return
		}
		t.heap[at], t.heap[child] = t.heap[child], t.heap[at]
		at = child
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
