package grow

import (
	"cmp"
	"slices"
)

// A scoredWork is a work and its score.
type scoredWork struct {
	at    int32
	score float32
}

// A topList keeps the best works that are added.
type topList struct {
	limit int
	keys  []string // keys of all works
	all   []scoredWork
	full  bool // whether works worse than all[limit-1] cannot be among the best
}

// compare orders works by score, best first, and then by key.
func (t *topList) compare(a, b scoredWork) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(t.keys[a.at], t.keys[b.at]))
}

func (t *topList) add(at int32, score float32) {
	one := scoredWork{at, score}
	if t.limit == 0 || t.full && t.compare(one, t.all[t.limit-1]) > 0 {
		return
	}
	if t.all = append(t.all, one); len(t.all) == 2*t.limit {
		t.narrow()
	}
}

// narrow drops all but the best works.
func (t *topList) narrow() {
	slices.SortFunc(t.all, t.compare)
	t.all = t.all[:min(len(t.all), t.limit)]
	t.full = len(t.all) == t.limit
}

// sorted returns the best works in order.
func (t *topList) sorted() []int32 {
	t.narrow()
	at := make([]int32, len(t.all))
	for i, one := range t.all {
		at[i] = one.at
	}
	return at
}
