package index

import (
	"context"
	"runtime"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// How many of the scan's best are rescored by their int8 rows: so many times
// the neighbours asked for, and no fewer than the floor.
const (
	rescoreFactor = 20
	rescoreFloor  = 2000
)

// nearest returns the k allowed documents whose vectors are closest to the
// query, best first, with their cosines: a scan of all 1-bit codes, then the
// int8 rows of the best.
func (t *vectorTable) nearest(ctx context.Context, query []float32, allowed bitset, k int) ([]rank.Scored, error) {
	wanted := max(rescoreFactor*k, rescoreFloor)
	candidates := allowed.list(wanted)
	if candidates == nil {
		candidates = t.scan(query, allowed, wanted)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	best := rank.NewTopK(k)
	q := quantisedQuery(query)
	for _, doc := range candidates {
		best.Offer(doc, rank.Dot(q, t.row(doc)))
	}
	return best.Best(), nil
}

func quantisedQuery(query []float32) rank.Quantised {
	return rank.Quantise(query, make([]int8, len(query)))
}

// scan returns the wanted allowed documents of least Hamming distance, and
// those that tie with the last, in ascending order.
func (t *vectorTable) scan(query []float32, allowed bitset, wanted int) []uint32 {
	code := make([]uint64, t.words)
	rank.Code(query, code)
	papers := len(t.codes) / t.words
	distances := make([]uint16, papers)
	counts := t.distances(code, allowed, distances)
	limit, sum := 0, 0
	for limit < len(counts)-1 && sum+counts[limit] < wanted {
		sum += counts[limit]
		limit++
	}
	var near []uint32
	for doc, distance := range distances {
		if int(distance) <= limit && allowed.has(uint32(doc)) {
			near = append(near, uint32(doc))
		}
	}
	return near
}

// distances fills the distance of each paper's code and counts the allowed
// papers at each distance; the papers are shared out among the cores.
func (t *vectorTable) distances(code []uint64, allowed bitset, distances []uint16) []int {
	workers := runtime.NumCPU()
	counts := make([][]int, workers)
	var wait sync.WaitGroup
	for w := range workers {
		from, to := len(distances)*w/workers, len(distances)*(w+1)/workers
		counts[w] = make([]int, t.words*64+1)
		wait.Go(func() { t.distancesBetween(from, to, code, allowed, distances, counts[w]) })
	}
	wait.Wait()
	for _, part := range counts[1:] {
		for d, n := range part {
			counts[0][d] += n
		}
	}
	return counts[0]
}

func (t *vectorTable) distancesBetween(from, to int, code []uint64, allowed bitset, distances []uint16, counts []int) {
	for doc := from; doc < to; doc++ {
		if !allowed.has(uint32(doc)) {
			continue
		}
		d := rank.Hamming(code, t.codes[doc*t.words:(doc+1)*t.words])
		distances[doc] = uint16(d)
		counts[d]++
	}
}
