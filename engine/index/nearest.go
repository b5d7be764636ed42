package index

import (
	"context"
	"errors"
	"runtime"
	"sort"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"golang.org/x/sync/errgroup"
)

// How many of the scan's best are rescored by their int8 rows: so many times
// the neighbours asked for, and no fewer than the floor.
const (
	rescoreFactor = 20
	rescoreFloor  = 2000
)

// nearest returns the k allowed papers whose vectors are closest to the query,
// with their cosines: a scan of the 1-bit codes of all segments, then the int8
// rows of the best over all. Where no more are allowed than would be rescored,
// there is nothing to scan.
func (v *view) nearest(ctx context.Context, searches []*search, query []float32, matching, k int) ([]hit, error) {
	wanted := max(rescoreFactor*k, rescoreFloor)
	parts := make([][]rank.Near, len(searches))
	err := v.each(func(i int, _ *reader) (err error) {
		if matching <= wanted {
			parts[i] = searches[i].listed()
		} else {
			parts[i], err = searches[i].scan(query, wanted)
		}
		return errors.Join(err, ctx.Err())
	})
	if err != nil {
		return nil, err
	}
	closest := rank.Closest(parts, rank.CodeWords(v.state.Dimension), wanted)
	best := bestHits{k: k}
	q := quantisedQuery(query)
	for _, near := range closest {
		part := v.partOf(near.Number)
		s := searches[part]
		doc := near.Number - s.base
		row, err := s.vectors.row(doc)
		if err != nil {
			return nil, err
		}
		if score := rank.Dot(q, row); best.mayTake(score) {
			best.offer(hit{part, doc, score, s.docs.order(doc)})
		}
	}
	return best.hits, nil
}

func quantisedQuery(query []float32) rank.Quantised {
	return rank.Quantise(query, make([]int8, len(query)))
}

// partOf is the segment that holds the paper of a number among all.
func (v *view) partOf(number uint32) int {
	return sort.Search(len(v.parts), func(i int) bool { return v.parts[i].base > number }) - 1
}

// listed returns all allowed papers, by their numbers among all.
func (s *search) listed() []rank.Near {
	near := make([]rank.Near, 0, s.matching)
	for _, doc := range s.allowed.members(s.manifest.Papers) {
		near = append(near, rank.Near{Number: s.base + doc})
	}
	return near
}

// scan returns the wanted allowed papers of a segment of least Hamming
// distance, and those that tie with the last, by their numbers among all. The
// codes are shared out among the cores.
func (s *search) scan(query []float32, wanted int) ([]rank.Near, error) {
	codes := s.vectors.codes
	code := make([]uint64, codes.Words)
	rank.Code(query, code)
	workers := min(runtime.GOMAXPROCS(0), 1+codes.Len/(1<<12))
	share := (codes.Len/workers/rank.CodeLanes + 1) * rank.CodeLanes
	parts := make([][]rank.Near, workers)
	var group errgroup.Group
	for w := range workers {
		goGuarded(&group, func() error {
			if err := s.vectors.checkCodes(w*share, (w+1)*share); err != nil {
				return err
			}
			parts[w] = codes.Scan(code, s.allowed, w*share, (w+1)*share, wanted)
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	var all []rank.Near
	for _, near := range rank.Closest(parts, codes.Words, wanted) {
		all = append(all, rank.Near{Number: s.base + near.Number, Distance: near.Distance})
	}
	return all, nil
}
