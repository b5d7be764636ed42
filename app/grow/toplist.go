package grow

import (
	"cmp"
	"container/heap"
	"slices"
)

// A scoredWork is a work and its score.
type scoredWork struct {
	at    int32
	score float32
}

// A topList is a heap of the best works. The worst of them is at the top.
type topList struct {
	all   []scoredWork
	limit int
	keys  []string
}

// compare orders works by score, best first, and then by key.
func (t *topList) compare(a, b scoredWork) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(t.keys[a.at], t.keys[b.at]))
}

// Len implements heap.Interface.
func (t *topList) Len() int { return len(t.all) }

// Less implements heap.Interface.
func (t *topList) Less(i, j int) bool { return t.compare(t.all[i], t.all[j]) > 0 }

// Swap implements heap.Interface.
func (t *topList) Swap(i, j int) { t.all[i], t.all[j] = t.all[j], t.all[i] }

// Push implements heap.Interface.
func (t *topList) Push(x any) { t.all = append(t.all, x.(scoredWork)) }

// Pop implements heap.Interface.
func (t *topList) Pop() any {
	last := t.all[len(t.all)-1]
	t.all = t.all[:len(t.all)-1]
	return last
}

func (t *topList) add(at int32, score float32, keys []string) {
	t.keys = keys
	one := scoredWork{at, score}
	switch {
	case len(t.all) < t.limit:
		heap.Push(t, one)
	case t.limit > 0 && t.compare(one, t.all[0]) < 0:
		t.all[0] = one
		heap.Fix(t, 0)
	}
}

func (t *topList) sorted(keys []string) []int32 {
	t.keys = keys
	slices.SortFunc(t.all, t.compare)
	at := make([]int32, len(t.all))
	for i, one := range t.all {
		at[i] = one.at
	}
	return at
}
