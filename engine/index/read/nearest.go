package read

import (
	"context"
	"errors"
	"runtime"
	"sort"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"golang.org/x/sync/errgroup"
)

// A scan keeps rescoreFactor times as many codes as requested, but at least rescoreFloor. They are
// rescored with their int8 rows.
const (
	rescoreFactor = 20
	rescoreFloor  = 2000
)

// nearest returns the k allowed papers with the closest vectors, and their cosines. It scans the
// 1-bit codes of all segments, and rescores the best with their int8 rows. If only a few papers are
// allowed, it skips the scan and rescores all of them.
func (v *View) nearest(ctx context.Context, searches []*search, query []float32, matching, k int) ([]hit, error) {
	wanted := max(rescoreFactor*k, rescoreFloor)
	parts, err := inSegments(searches, func(_ int, s *search) (near []rank.Near, err error) {
		if matching <= wanted {
			near = s.listed()
		} else {
			near, err = s.scan(query, wanted)
		}
		return near, errors.Join(err, ctx.Err())
	})
	if err != nil {
		return nil, err
	}
	closest := rank.Closest(parts, rank.CodeWords(v.State.Dimension), wanted)
	best := bestHits{k: k}
	q := quantisedQuery(query)
	for _, near := range closest {
		part := v.partOf(near.Number)
		s := searches[part]
		doc := near.Number - s.base
		row, err := s.Vectors.Row(doc)
		if err != nil {
			return nil, err
		}
		if score := rank.Dot(q, row); best.mayTake(score) {
			best.offer(hit{part, doc, score, s.Docs.Order(doc)})
		}
	}
	return best.hits, nil
}

func quantisedQuery(query []float32) rank.QuantisedVector {
	return rank.Quantise(query, make([]int8, len(query)))
}

// partOf returns the index of the segment that contains a paper, given its number in the corpus.
func (v *View) partOf(number uint32) int {
	return sort.Search(len(v.Parts), func(i int) bool { return v.Parts[i].base > number }) - 1
}

// listed returns all allowed papers, identified by their numbers in the corpus.
func (s *search) listed() []rank.Near {
	near := make([]rank.Near, 0, s.matching)
	for _, doc := range s.allowed.members(s.Manifest.Papers) {
		near = append(near, rank.Near{Number: s.base + doc})
	}
	return near
}

// scan returns the allowed papers with the smallest Hamming distances, including ties, identified by
// their numbers in the corpus. It divides the codes among all cores.
func (s *search) scan(query []float32, wanted int) ([]rank.Near, error) {
	codes := s.Vectors.Codes
	code := make([]uint64, codes.Words)
	rank.Code(query, code)
	workers := min(runtime.GOMAXPROCS(0), 1+codes.Len/(1<<12))
	share := (codes.Len/workers/rank.CodeLanes + 1) * rank.CodeLanes
	parts := make([][]rank.Near, workers)
	var group errgroup.Group
	for w := range workers {
		GoGuarded(&group, func() error {
			if err := s.Vectors.CheckCodes(w*share, (w+1)*share); err != nil {
				return err
			}
			parts[w] = codes.Scan(code, s.allowed, w*share, (w+1)*share, wanted)
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	closest := rank.Closest(parts, codes.Words, wanted)
	for i := range closest {
		closest[i].Number += s.base
	}
	return closest, nil
}
