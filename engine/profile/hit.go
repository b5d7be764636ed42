package profile

import (
	"cmp"
	"math"
	"slices"
)

// A Hit is a work that matches a query. Either its profile shares terms with the query, or it is cited
// together with works of the manuscript.
type Hit struct {
	Work
	Sum  float64 // sum of the fourth powers of its mentions' scores
	Best float64 // score of the best mention
	// Together is the number of pairs of a citing paper and another work, where the paper cites both
	// works and the manuscript cites the other one.
	Together float64
}

// power returns the fourth power of a score. The score of a work is the 4-norm of the scores of its
// mentions, which is close to the best score, and higher if other scores are similar. Sums of powers do
// not depend on how the mentions are divided among papers, segments and corpora. The exponent 4 was
// chosen on contexts-dev.
func power(score float64) float64 { return score * score * score * score }

// mostAgreement is the maximum ratio between the sum of all powers and the power of the best score. It
// limits the effect of forged citing papers.
const mostAgreement = 16

// Add adds a mention with the given score.
func (h *Hit) Add(score float64) {
	h.Sum += power(score)
	h.Best = max(h.Best, score)
}

// Score returns the score of the work, from 0 to about 2.
func (h Hit) Score() float64 { return math.Sqrt(math.Sqrt(h.bounded())) }

// bounded returns the fourth power of the score, which sorts hits in the same order as the score.
func (h Hit) bounded() float64 { return min(h.Sum, mostAgreement*power(h.Best)) }

// Merge combines the hits of each work. It returns the works with the highest scores, up to limit.
func Merge(lists [][]Hit, limit int) []Hit { return merge(lists, limit, Compare) }

// MergeCompanions is like Merge, but orders works by Together.
func MergeCompanions(lists [][]Hit, limit int) []Hit {
	return merge(lists, limit, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Together, a.Together), Compare(a, b))
	})
}

func merge(lists [][]Hit, limit int, compare func(a, b Hit) int) []Hit {
	size := 0
	for _, list := range lists {
		size += len(list)
	}
	merged := make([]Hit, 0, size)
	titles, ids := make(map[Work]int, size), make(map[uint64]int, size)
	for _, list := range lists {
		for _, h := range list {
			title := Work{Title: h.Title, Author: h.Author}
			at, known := titles[title]
			if !known {
				at, known = ids[h.ID]
			}
			if !known {
				at = len(merged)
				merged = append(merged, Hit{})
			}
			merged[at].join(h)
			if h.Title != 0 {
				titles[title] = at
			}
			if h.ID != 0 {
				ids[h.ID] = at
			}
		}
	}
	slices.SortFunc(merged, compare)
	return merged[:min(limit, len(merged))]
}

func (h *Hit) join(other Hit) {
	h.Sum += other.Sum
	h.Best = max(h.Best, other.Best)
	h.Together += other.Together
	h.Title, h.ID, h.Author = cmp.Or(h.Title, other.Title), cmp.Or(h.ID, other.ID), cmp.Or(h.Author, other.Author)
}

// Compare orders hits by descending score.
func Compare(a, b Hit) int {
	return cmp.Or(cmp.Compare(b.bounded(), a.bounded()), cmp.Compare(a.Title, b.Title), cmp.Compare(a.ID, b.ID),
		cmp.Compare(a.Author, b.Author))
}
