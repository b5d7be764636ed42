package read

import (
	"cmp"
	"container/heap"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"sort"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/profile"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"golang.org/x/sync/errgroup"
)

// A search is the state of a request in one segment.
type search struct {
	*SegmentView
	allowed  bitset // set of allowed papers; nil if all are allowed
	matching int    // number of allowed papers
	lists    []termList
}

func (v *View) Search(ctx context.Context, req engine.Request) (answer engine.Result, err error) {
	answer.Lexical = true
	var terms []engine.QueryTerm
	if req.Limit > 0 {
		terms = req.Terms()
	}
	if v.State.Identity {
		terms = unigrams(terms)
	}
	searches, err := inSegments(v.Segments, func(_ int, r *SegmentView) (*search, error) {
		return r.begin(ctx, req, terms)
	})
	if err != nil {
		return answer, err
	}
	req = req.For(v.State.Embedder, v.State.Dimension)
	answer.Semantic = v.State.Embedder != "" && req.Vector != nil && req.Embedder == v.State.Embedder
	if answer.Semantic && len(req.Vector) != v.State.Dimension {
		return answer, format.Damaged(filepath.Join(v.dir, v.Current.Name),
			fmt.Sprintf("its vectors have %d components, but those of the embedder %s have %d",
				v.State.Dimension, req.Embedder, len(req.Vector)))
	}
	for _, s := range searches {
		answer.Matching += s.matching
	}
	if req.Limit == 0 || answer.Matching == 0 {
		return answer, nil
	}
	query := v.lexicalQuery(searches, req, terms)
	hits, err := v.best(ctx, searches, query, req, answer)
	if err != nil {
		return answer, err
	}
	return v.withProfiles(ctx, searches, query, hits, req, answer)
}

// best returns the best papers by BM25 and, if the search is semantic, by cosine, and the best of
// those that consist of only a title.
func (v *View) best(
	ctx context.Context, searches []*search, q *lexicalQuery, req engine.Request, answer engine.Result,
) ([]hit, error) {
	hits, err := v.lexical(ctx, searches, q)
	if err != nil {
		return nil, err
	}
	if answer.Semantic {
		near, err := v.nearest(ctx, searches, req.Vector, answer.Matching, req.Limit)
		if err != nil {
			return nil, err
		}
		if hits, err = v.withOthers(ctx, searches, q, hits, near); err != nil {
			return nil, err
		}
	}
	return v.withTitles(ctx, searches, q, hits, req, answer)
}

// withProfiles adds the papers with the best profiles and reads the records of all hits. If the
// request contains no profiles, it searches for them and sets the profile scores; otherwise the
// caller sets the scores.
func (v *View) withProfiles(
	ctx context.Context, searches []*search, q *lexicalQuery, hits []hit, req engine.Request, answer engine.Result,
) (engine.Result, error) {
	profiles, own := req.Profiles, req.Profiles == nil
	if own {
		var err error
		if profiles, err = v.Profiles(ctx, req); err != nil {
			return answer, err
		}
	}
	more, err := v.profiled(searches, req, profiles)
	if err != nil {
		return answer, err
	}
	companions, err := v.profiled(searches, req, req.Companions)
	if err != nil {
		return answer, err
	}
	if hits, err = v.withOthers(ctx, searches, q, hits, append(more, companions...)); err != nil {
		return answer, err
	}
	answer.Candidates, err = candidates(ctx, searches, hits, req, answer.Semantic)
	if !own {
		return answer, err
	}
	scores := profile.NewTable(profiles)
	for i, c := range answer.Candidates {
		answer.Candidates[i].Profile = scores.Score(c.Paper)
	}
	return answer, err
}

// begin evaluates the filter of a request and looks up its terms.
func (r *SegmentView) begin(ctx context.Context, req engine.Request, terms []engine.QueryTerm) (*search, error) {
	s := &search{SegmentView: r, allowed: r.Live, matching: r.Manifest.Papers - int(r.Deleted.GetCardinality())}
	set, err := r.filter(ctx, req)
	if err != nil {
		return nil, err
	}
	if set != nil {
		s.allowed, s.matching = bitsetOf(set, r.Manifest.Papers), int(set.GetCardinality())
	}
	if req.Limit == 0 {
		return s, nil
	}
	s.lists, err = r.lookUpAll(ctx, terms)
	return s, err
}

// withOthers adds the hits in near that are not yet in hits, and computes their lexical scores.
func (v *View) withOthers(ctx context.Context, searches []*search, q *lexicalQuery, hits, near []hit) ([]hit, error) {
	found := make(map[Location]bool, len(hits))
	for _, h := range hits {
		found[Location{h.part, h.doc}] = true
	}
	others := make([][]uint32, len(searches))
	for _, h := range near {
		if at := (Location{h.part, h.doc}); !found[at] {
			found[at] = true
			others[h.part] = append(others[h.part], h.doc)
		}
	}
	more, err := inSegments(searches, func(part int, s *search) (more []hit, err error) {
		papers, err := s.scores(q, others[part])
		for _, p := range papers {
			more = append(more, hit{part: part, doc: p.doc, score: float64(p.score)})
		}
		return more, errors.Join(err, ctx.Err())
	})
	return append(hits, slices.Concat(more...)...), err
}

// candidates reads the records of the hits and sets their BM25 scores and cosines.
func candidates(
	ctx context.Context, searches []*search, hits []hit, req engine.Request, semantic bool,
) ([]engine.Candidate, error) {
	query, views := quantisedQuery(req.Vector), make([]rank.QuantisedVector, len(req.Views))
	for i, view := range req.Views {
		views[i] = quantisedQuery(view)
	}
	all := make([]engine.Candidate, len(hits))
	err := inParallel(ctx, len(hits), func(i int) (err error) {
		s, doc := searches[hits[i].part], hits[i].doc
		c := &all[i]
		if c.Paper, err = s.candidate(doc); err != nil {
			return err
		}
		c.BM25 = hits[i].score / perfectScore
		if semantic {
			row, err := s.Vectors.Row(doc)
			if err != nil {
				return err
			}
			c.Cosine, c.Views = rank.Dot(query, row), cosines(views, row)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b engine.Candidate) int { return strings.Compare(a.Paper.ID, b.Paper.ID) })
	return all, nil
}

func cosines(views []rank.QuantisedVector, row rank.QuantisedVector) []float64 {
	all := make([]float64, len(views))
	for i, view := range views {
		if len(view.Components) > 0 {
			all[i] = rank.Dot(view, row)
		}
	}
	return all
}

// A hit is a paper of a segment with a score.
type hit struct {
	part  int // index of the segment in the snapshot
	doc   uint32
	score float64
	order uint64 // orders papers with equal scores; see DocTable.Order
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

// A scan keeps rescoreFactor times as many papers as requested, but at least rescoreFloor. They are
// then rescored with their int8 rows.
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
