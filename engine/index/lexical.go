package index

import (
	"context"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"golang.org/x/sync/errgroup"
)

// A termList is the posting list of a query's term in one segment.
type termList struct {
	list   []byte     // valid as long as the reader
	table  blockTable // nil of a short list
	inText int        // papers, not deleted, that hold it in title or abstract
}

// lookUpAll returns the lists of the terms, parallel to them.
func (r *reader) lookUpAll(ctx context.Context, terms []engine.QueryTerm) ([]termList, error) {
	lists := make([]termList, len(terms))
	for i, term := range terms {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := r.lookUp(term.Text, &lists[i]); err != nil {
			return nil, r.inTerms(err)
		}
	}
	return lists, nil
}

func (r *reader) lookUp(term string, found *termList) error {
	return lookUp(r.dictionary, term, func(count int, list []byte) (err error) {
		found.list = list
		if count < tabledFrom || r.tables == nil {
			found.inText, err = r.inText(term, list)
			return err
		}
		return lookUp(r.tables, term, func(inText int, table []byte) (err error) {
			found.table = table
			found.inText, err = r.inTable(term, *found, inText)
			return err
		})
	})
}

// A lexicalQuery is what BM25 needs to know of a query and of the whole corpus.
type lexicalQuery struct {
	saturation *rank.Saturation
	weights    []float64 // of the terms, in units of a score
	filtered   bool
	k          int
	chunk      int           // papers that a worker takes at a time, whole windows
	large      int           // papers of a segment that is primed, and for each of which a worker is worth it
	floor      atomic.Uint32 // no paper below it is among the best
}

// perfectScore is that of a paper that answers the whole query.
const perfectScore = 1 << 30

// lexicalQuery weighs the terms. The statistics are those of the corpus without its
// deleted papers, so that the scores do not depend on how it is cut into segments.
func (v *view) lexicalQuery(searches []*search, req engine.Request, terms []engine.QueryTerm) *lexicalQuery {
	model := rank.BM25{Texts: v.papers, AverageLength: max(float64(v.lengths)/float64(max(1, v.papers)), 1)}
	q := &lexicalQuery{saturation: model.Saturation(), weights: make([]float64, len(terms)), filtered: filters(req), k: req.Limit, chunk: chunkPapers, large: largeSegment}
	q.floor.Store(1)
	perfect := 0.
	for i, term := range terms {
		inText := 0
		for _, s := range searches {
			inText += s.lists[i].inText
		}
		q.weights[i] = term.Weight * model.IDF(min(inText, v.papers))
		perfect += q.weights[i] * rank.MaxFrequency
	}
	for i := range q.weights {
		q.weights[i] *= perfectScore / perfect
	}
	return q
}

// lexical returns the best of the allowed papers by BM25. A filter that lets a paper pass
// is reason enough to offer it, though no term of the query is in it.
func (v *view) lexical(ctx context.Context, searches []*search, q *lexicalQuery) ([]hit, error) {
	best := make([][]hit, len(searches))
	err := v.each(func(i int, _ *reader) (err error) {
		best[i], err = searches[i].bestLexical(ctx, i, q)
		return err
	})
	hits := bestOf(best, q.k)
	if err != nil || !q.filtered || len(hits) == q.k {
		return hits, err
	}
	err = v.each(func(i int, _ *reader) error {
		best[i] = searches[i].withoutTerms(i, hits, q.k-len(hits))
		return ctx.Err()
	})
	return append(hits, bestOf(best, q.k-len(hits))...), err
}

// bestLexical searches a segment; where it is large, all cores take turns at its papers.
func (s *search) bestLexical(ctx context.Context, part int, q *lexicalQuery) ([]hit, error) {
	if err := s.prime(ctx, part, q); err != nil {
		return nil, s.inTerms(err)
	}
	workers := min(runtime.GOMAXPROCS(0), 1+s.manifest.Papers/q.large)
	if s.tables == nil {
		workers = 1 // each would have to read all lists
	}
	best := make([][]hit, workers)
	var next atomic.Int64
	search := func(worker int) error {
		w := s.newWindowSearch(part, q)
		err := w.run(ctx, &next)
		best[worker] = w.best.hits
		return err
	}
	if workers == 1 {
		err := search(0)
		return best[0], s.inTerms(err)
	}
	var group errgroup.Group
	for i := range workers {
		goGuarded(&group, func() error { return search(i) })
	}
	err := group.Wait()
	return bestOf(best, q.k), s.inTerms(err)
}

const (
	chunkPapers  = 16 * windowPapers
	largeSegment = 4 * chunkPapers
)

func (w *windowSearch) run(ctx context.Context, next *atomic.Int64) error {
	for papers := int64(w.manifest.Papers); ; {
		lo := next.Add(w.chunk) - w.chunk
		if lo >= papers {
			return nil
		}
		for end := min(lo+w.chunk, papers); lo < end; lo += windowPapers {
			if err := w.window(uint32(lo), uint32(min(lo+windowPapers, papers))); err != nil {
				return err
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

// cursors are those of the terms that the segment has, in the order of the terms.
func (s *search) cursors(q *lexicalQuery) (all []*cursor) {
	for i, found := range s.lists {
		if len(found.list) > 0 && q.weights[i] > 0 {
			all = append(all, &cursor{weight: q.weights[i], saturation: q.saturation, docs: s.docs, list: s.postings(found.list), table: found.table, bounded: -1})
		}
	}
	return all
}

// withoutTerms are k of the allowed papers that hold no term of the query: the others
// are among the hits.
func (s *search) withoutTerms(part int, hits []hit, k int) []hit {
	found := make(map[uint32]bool, len(hits))
	for _, h := range hits {
		if h.part == part {
			found[h.doc] = true
		}
	}
	best := bestHits{k: k}
	for doc := range uint32(s.manifest.Papers) {
		if s.allowed.has(doc) && !found[doc] {
			best.offer(hit{part, doc, 0, s.docs.order(doc)})
		}
	}
	return best.hits
}

// scores are those of some papers of a segment.
func (s *search) scores(q *lexicalQuery, docs []uint32) ([]scored, error) {
	slices.Sort(docs)
	papers := make([]scored, len(docs))
	for i, doc := range docs {
		papers[i].doc = doc
	}
	for _, c := range s.cursors(q) {
		if err := c.addTo(papers); err != nil {
			return nil, s.inTerms(err)
		}
	}
	return papers, nil
}
