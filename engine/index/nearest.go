package index

import (
	"context"
	"errors"
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
		var err error
		if candidates, err = t.scan(query, allowed, wanted); err != nil {
			return nil, err
		}
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
// those that tie with the last, in ascending order. The documents are shared
// out among the cores.
func (t *vectorTable) scan(query []float32, allowed bitset, wanted int) ([]uint32, error) {
	code := make([]uint64, t.codes.Words)
	rank.Code(query, code)
	workers := runtime.GOMAXPROCS(0)
	share := (t.codes.Len/workers/rank.CodeLanes + 1) * rank.CodeLanes
	parts, errs := make([][]rank.Near, workers), make([]error, workers)
	var wait sync.WaitGroup
	for w := range workers {
		wait.Go(func() {
			errs[w] = guardFaults(func() error {
				parts[w] = t.codes.Scan(code, allowed, w*share, (w+1)*share, wanted)
				return nil
			})
		})
	}
	wait.Wait()
	var docs []uint32
	for _, near := range rank.Closest(parts, t.codes.Words, wanted) {
		docs = append(docs, near.Number)
	}
	return docs, errors.Join(errs...)
}
