package read

import (
	"cmp"
	"container/heap"
	"slices"
)

// A hit is a paper of a segment with a score.
type hit struct {
	part  int // index of the segment in the snapshot
	doc   uint32
	score float64
	order uint64 // sorts papers of equal scores; see DocTable.Order
}

// better compares hits for sorting, best first.
func better(a, b hit) int {
	return cmp.Or(
		cmp.Compare(b.score, a.score), cmp.Compare(a.order, b.order), cmp.Compare(a.part, b.part),
		cmp.Compare(a.doc, b.doc),
	)
}

// bestHits is a heap of the k best hits offered so far, with the worst on top.
type bestHits struct {
	k    int
	hits []hit
}

// mayTake reports whether a hit with that score could be among the best.
func (b *bestHits) mayTake(score float64) bool {
	return len(b.hits) < b.k || b.k > 0 && score >= b.hits[0].score
}

func (b *bestHits) offer(h hit) {
	switch {
	case len(b.hits) < b.k:
		heap.Push(b, h)
	case b.k > 0 && better(h, b.hits[0]) < 0:
		b.hits[0] = h
		heap.Fix(b, 0)
	}
}

// bestOf returns the k best hits of several lists.
func bestOf(lists [][]hit, k int) []hit {
	all := slices.Concat(lists...)
	slices.SortFunc(all, better)
	return all[:min(k, len(all))]
}

func (b *bestHits) Len() int { return len(b.hits) }

func (b *bestHits) Less(i, j int) bool { return better(b.hits[i], b.hits[j]) > 0 }

func (b *bestHits) Swap(i, j int) { b.hits[i], b.hits[j] = b.hits[j], b.hits[i] }

// Push implements heap.Interface.
func (b *bestHits) Push(x any) { b.hits = append(b.hits, x.(hit)) }

// Pop implements heap.Interface.
func (b *bestHits) Pop() any {
	last := b.hits[len(b.hits)-1]
	b.hits = b.hits[:len(b.hits)-1]
	return last
}
