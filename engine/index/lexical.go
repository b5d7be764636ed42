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
	table  blockTable // nil of a short list, and of a dense one
	dense  denseList  // nil of any other
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
		if tabled, err := r.lookUpTable(term, count, found); tabled || err != nil {
			return err
		}
		found.inText, err = r.inText(term, list)
		return err
	})
}

// lookUpTable finds what is beside the list of a term, if there is anything.
func (r *reader) lookUpTable(term string, count int, found *termList) (tabled bool, err error) {
	if count < tabledFrom {
		return false, nil
	}
	dense := isDense(count, r.manifest.Papers)
	err = lookUp(r.tableFor(dense), term, func(inText int, table []byte) (err error) {
		if tabled = true; dense {
			found.dense = table
		} else {
			found.table = table
		}
		found.inText, err = r.inTable(term, *found, inText)
		return err
	})
	return tabled, err
}

func (r *reader) tableFor(dense bool) *bucket {
	if dense {
		return r.dense
	}
	return r.skips
}

// A lexicalQuery is what BM25 needs to know of a query and of the whole corpus.
type lexicalQuery struct {
	saturation *rank.Saturation
	terms      []queryTerm
	limits     scoreLimits
	filtered   bool
	k          int
	chunk      int           // papers that a worker takes at a time, whole windows
	large      int           // papers for each of which a worker is worth it
	floor      atomic.Uint32 // no paper below it is among the best
}

// perfectScore is that of a paper that answers the whole query.
const perfectScore = 1 << 30

// lexicalQuery weighs the terms. The statistics are those of the corpus without its
// deleted papers, so that the scores do not depend on how it is cut into segments.
func (v *view) lexicalQuery(searches []*search, req engine.Request, terms []engine.QueryTerm) *lexicalQuery {
	model := rank.BM25{Texts: v.papers, AverageLength: max(float64(v.lengths)/float64(max(1, v.papers)), 1)}
	q := &lexicalQuery{saturation: model.Saturation(), terms: make([]queryTerm, len(terms)), filtered: filters(req), k: req.Limit, chunk: chunkPapers, large: largeSegment}
	q.floor.Store(1)
	perfect := 0.
	for i, term := range terms {
		inText := 0
		for _, s := range searches {
			inText += s.lists[i].inText
		}
		weight := term.Weight * model.IDF(min(inText, v.papers))
		q.terms[i] = queryTerm{weight: weight, saturation: q.saturation}
		perfect += weight * rank.MaxFrequency
	}
	for i := range q.terms {
		q.terms[i].weight *= perfectScore / perfect
	}
	q.limitScores(model.AverageLength)
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
	workers := min(runtime.GOMAXPROCS(0), 1+s.manifest.Papers/q.large)
	if s.skips == nil {
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
	for papers, chunk := int64(w.manifest.Papers), int64(w.q.chunk); ; {
		lo := next.Add(chunk) - chunk
		if lo >= papers {
			return nil
		}
		for end := min(lo+chunk, papers); lo < end; lo += windowPapers {
			if err := w.window(uint32(lo), uint32(min(lo+windowPapers, papers))); err != nil {
				return err
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

// cursors are those of the terms that the segment has, without dense ones, in the order of
// the terms.
func (s *search) cursors(q *lexicalQuery) (all []*cursor) {
	for i, found := range s.lists {
		if len(found.list) > 0 && found.dense == nil && q.terms[i].weight > 0 {
			all = append(all, &cursor{queryTerm: &q.terms[i], docs: s.docs, list: s.postings(found.list), table: found.table})
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
	for i, found := range s.lists {
		if err := s.addDense(&q.terms[i], found.dense, papers); err != nil {
			return nil, s.inTerms(err)
		}
	}
	return papers, nil
}

// addDense adds what a dense term gives each of some papers.
func (s *search) addDense(t *queryTerm, list denseList, papers []scored) error {
	if list == nil || t.weight == 0 {
		return nil
	}
	for i, p := range papers {
		frequency, err := list.frequency(p.doc, windowsOf(s.manifest.Papers))
		if err != nil {
			return err
		}
		if frequency > 0 {
			papers[i].score += t.score(frequency, s.docs.length(p.doc))
		}
	}
	return nil
}
