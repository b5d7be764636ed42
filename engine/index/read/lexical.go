package read

import (
	"context"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"golang.org/x/sync/errgroup"
)

// A termList is the posting list of a query term in one segment.
type termList struct {
	list   []byte            // posting list, valid until the view ends
	table  format.BlockTable // block table; nil for short and dense lists
	dense  format.DenseList  // dense list; nil if the term is not dense
	inText int               // number of live papers that contain the term in the title or abstract
}

// lookUpAll returns the posting lists of the terms, in the same order.
func (r *SegmentView) lookUpAll(ctx context.Context, terms []engine.QueryTerm) ([]termList, error) {
	lists := make([]termList, len(terms))
	for i, term := range terms {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		found := &lists[i]
		err := format.LookUp(r.Dictionary, term.Text, func(count int, list []byte) (err error) {
			found.list = list
			if tabled, err := r.lookUpTable(term.Text, count, found); tabled || err != nil {
				return err
			}
			found.inText, err = r.inText(term.Text, list)
			return err
		})
		if err != nil {
			return nil, r.InTerms(err)
		}
	}
	return lists, nil
}

// lookUpTable looks up the table or dense list of a term, if it has one.
func (r *SegmentView) lookUpTable(term string, count int, found *termList) (tabled bool, err error) {
	if count < format.TabledFrom {
		return false, nil
	}
	dense, tables := format.IsDense(count, r.Manifest.Papers), r.skips
	if dense {
		tables = r.dense
	}
	err = format.LookUp(tables, term, func(inText int, table []byte) (err error) {
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

// A lexicalQuery holds the weights of a query and the statistics of the whole corpus.
type lexicalQuery struct {
	saturation *rank.Saturation
	terms      []queryTerm
	limits     scoreLimits
	filtered   bool
	k          int
	chunk      int           // number of papers that a worker takes at a time, a multiple of the window size
	large      int           // number of papers in a segment per additional worker
	floor      atomic.Uint32 // lowest score that can still be among the best
}

// perfectScore is the score of a paper that matches the whole query.
const perfectScore = 1 << 30

// lexicalQuery computes the weights of the terms. Statistics exclude deleted papers, so scores do not
// depend on how papers are divided into segments.
func (v *View) lexicalQuery(searches []*search, req engine.Request, terms []engine.QueryTerm) *lexicalQuery {
	model := rank.BM25{Texts: v.Papers, AverageLength: max(float64(v.lengths)/float64(max(1, v.Papers)), 1)}
	q := &lexicalQuery{
		saturation: model.Saturation(), terms: make([]queryTerm, len(terms)), filtered: filters(req), k: req.Limit,
		chunk: chunkPapers, large: largeSegment,
	}
	q.floor.Store(1)
	perfect := 0.
	for i, term := range terms {
		inText := 0
		for _, s := range searches {
			inText += s.lists[i].inText
		}
		weight := term.Weight * model.IDF(min(inText, v.Papers))
		q.terms[i] = queryTerm{weight: weight, saturation: q.saturation}
		perfect += weight * rank.MaxFrequency
	}
	for i := range q.terms {
		q.terms[i].weight *= perfectScore / perfect
	}
	q.limitScores(model.AverageLength)
	return q
}

// unfiltered returns a copy of the query for the k best papers that contain any of its terms.
func (q *lexicalQuery) unfiltered(k int) *lexicalQuery {
	c := &lexicalQuery{
		saturation: q.saturation, terms: q.terms, limits: q.limits, k: k, chunk: q.chunk, large: q.large,
	}
	c.floor.Store(1)
	return c
}

// lexical returns the best allowed papers by BM25. If the request has a filter, matching papers
// without any query term fill the remaining places.
func (v *View) lexical(ctx context.Context, searches []*search, q *lexicalQuery) ([]hit, error) {
	best, err := inSegments(searches, func(part int, s *search) ([]hit, error) { return s.bestLexical(ctx, part, q) })
	hits := bestOf(best, q.k)
	if err != nil || !q.filtered || len(hits) == q.k {
		return hits, err
	}
	best, err = inSegments(searches, func(part int, s *search) ([]hit, error) {
		return s.withoutTerms(part, hits, q.k-len(hits)), ctx.Err()
	})
	return append(hits, bestOf(best, q.k-len(hits))...), err
}

// bestLexical searches a segment, on all cores if it is large.
func (s *search) bestLexical(ctx context.Context, part int, q *lexicalQuery) ([]hit, error) {
	workers := min(runtime.GOMAXPROCS(0), 1+s.Manifest.Papers/q.large)
	if s.skips == nil {
		workers = 1 // a list without a table must be read from its start, so more workers do not help
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
		return best[0], s.InTerms(err)
	}
	var group errgroup.Group
	for i := range workers {
		GoGuarded(&group, func() error { return search(i) })
	}
	err := group.Wait()
	return bestOf(best, q.k), s.InTerms(err)
}

const (
	chunkPapers  = 16 * format.WindowPapers
	largeSegment = 4 * chunkPapers
)

func (w *windowSearch) run(ctx context.Context, next *atomic.Int64) error {
	for papers, chunk := int64(w.Manifest.Papers), int64(w.q.chunk); ; {
		lo := next.Add(chunk) - chunk
		if lo >= papers {
			return nil
		}
		for end := min(lo+chunk, papers); lo < end; lo += format.WindowPapers {
			if err := w.window(uint32(lo), uint32(min(lo+format.WindowPapers, papers))); err != nil {
				return err
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

// cursors returns cursors over the lists that are not dense, in the order of the terms.
func (s *search) cursors(q *lexicalQuery) (all []*cursor) {
	for i, found := range s.lists {
		if len(found.list) > 0 && found.dense == nil && q.terms[i].weight > 0 {
			list := s.Postings(found.list)
			all = append(all, &cursor{queryTerm: &q.terms[i], docs: s.Docs, list: list, table: found.table})
		}
	}
	return all
}

// withoutTerms returns up to k allowed papers that are not among the hits.
func (s *search) withoutTerms(part int, hits []hit, k int) []hit {
	found := make(map[uint32]bool, len(hits))
	for _, h := range hits {
		if h.part == part {
			found[h.doc] = true
		}
	}
	best := bestHits{k: k}
	for doc := range uint32(s.Manifest.Papers) {
		if s.allowed.Has(doc) && !found[doc] {
			best.offer(hit{part, doc, 0, s.Docs.Order(doc)})
		}
	}
	return best.hits
}

// scores sorts docs and returns them with their scores.
func (s *search) scores(q *lexicalQuery, docs []uint32) ([]scoredDoc, error) {
	slices.Sort(docs)
	papers := make([]scoredDoc, len(docs))
	for i, doc := range docs {
		papers[i].doc = doc
	}
	for _, c := range s.cursors(q) {
		if err := c.addTo(papers); err != nil {
			return nil, s.InTerms(err)
		}
	}
	for i, found := range s.lists {
		if err := s.addDense(&q.terms[i], found.dense, papers); err != nil {
			return nil, s.InTerms(err)
		}
	}
	return papers, nil
}

// addDense adds the contributions of a dense term to the scores of papers.
func (s *search) addDense(t *queryTerm, list format.DenseList, papers []scoredDoc) error {
	if list == nil || t.weight == 0 {
		return nil
	}
	for i, p := range papers {
		frequency, err := list.Frequency(p.doc, format.WindowsOf(s.Manifest.Papers))
		if err != nil {
			return err
		}
		if frequency > 0 {
			papers[i].score += t.score(frequency, s.Docs.Length(p.doc))
		}
	}
	return nil
}

// A queryTerm is a query term with its weight in the whole corpus.
type queryTerm struct {
	weight     float64 // weight in score units; 0 skips the term
	saturation *rank.Saturation
	adds       [format.OftenAtLeast + 1]uint16 // contributions to a bound, by frequency; see scoreLimits
}

// score returns the contribution of the term to the score of a paper. It is a positive integer, so
// that sums do not depend on the order of the terms.
func (t *queryTerm) score(frequency uint8, length int) uint32 {
	return uint32(t.weight*t.saturation.Of(int(frequency), length)) + 1
}

// scoreLimits computes upper bounds of scores from 16-bit sums, so that only a few papers need to
// be scored. For a given text length, a single occurrence contributes the same fraction of any
// term's weight, and repetitions gain more in longer texts. A paper's sum therefore adds up each
// term's weight multiplied by its gain in a long text. The bound is the sum multiplied by the
// fraction for the paper's length.
type scoreLimits struct {
	saturation *rank.Saturation
	scale      float64 // factor from weights to sums
	terms      float64 // number of terms, added to the bound since each score is rounded up by at most one
	long       int     // longer texts get the bound of a text of this length, which is higher
}

// limitScores computes the limits of a query, and the contributions of its terms to the sums.
func (q *lexicalQuery) limitScores(averageLength float64) {
	l := scoreLimits{saturation: q.saturation, terms: float64(len(q.terms)), long: int(2 * averageLength)}
	total := 0.
	for _, t := range q.terms {
		total += t.weight * l.repeated(format.MaxFrequency)
	}
	if l.scale = 1; total > 0 { // total is 0 if the query has no terms
		l.scale = (math.MaxUint16 - l.terms) / total
	}
	for i := range q.terms {
		t := &q.terms[i]
		for frequency := range t.adds {
			t.adds[frequency] = uint16(math.Ceil(t.weight * l.scale * l.repeated(frequency)))
		}
		t.adds[0], t.adds[format.OftenAtLeast] = 0, uint16(math.Ceil(t.weight*l.scale*l.repeated(format.MaxFrequency)))
	}
	q.limits = l
}

// repeated returns the factor by which repeating a term increases its contribution.
func (l *scoreLimits) repeated(frequency int) float64 {
	return l.saturation.Of(max(frequency, 1), l.long) / l.saturation.Of(1, l.long)
}

// of returns an upper bound of the score of a paper with the given sum and length.
func (l *scoreLimits) of(sum uint16, length int) float64 {
	return float64(sum)/l.scale*l.saturation.Of(1, min(length, l.long)) + l.terms + 1
}

// least returns the lowest sum that a paper with the given score can have.
func (l *scoreLimits) least(score uint32) uint16 {
	sum := (float64(score) - l.terms - 1) * l.scale / l.saturation.Of(1, 0)
	return uint16(max(1, min(sum, math.MaxUint16)))
}

const (
	shortList      = 1 << 10 // size in bytes below which counting a list's papers is as fast as a cache lookup
	countsRemember = 1 << 14 // number of cached terms; they take less than 2 MB
)

// A textCounts caches the number of live papers that contain a term in the title or abstract. BM25
// needs these counts before scoring, and counting takes as long as scoring. The cache is effective,
// since users often search for the same words again.
type textCounts struct {
	mu    sync.Mutex
	known map[string]int
}

// inText returns the number of live papers that contain a term in the title or abstract.
func (p *part) inText(term string, list []byte) (n int, err error) {
	if len(list) < shortList {
		return p.countInText(list)
	}
	return p.counts.of(term, func() (int, error) { return p.countInText(list) })
}

// inTable is like inText, for a list with a table. all is the count stored in the table, which
// includes deleted papers.
func (p *part) inTable(term string, found termList, all int) (int, error) {
	if all = min(all, p.Manifest.Papers); p.Live == nil {
		return all, nil
	}
	return p.counts.of(term, func() (int, error) {
		gone, err := p.countDeleted(found)
		return max(0, all-gone), err
	})
}

func (p *part) countDeleted(found termList) (papers int, err error) {
	c := cursor{list: p.Postings(found.list), table: found.table}
	for deleted := p.Deleted.Iterator(); deleted.HasNext(); {
		frequency, err := p.frequencyIn(found, &c, deleted.Next())
		if err != nil {
			return papers, err
		}
		if frequency > 0 {
			papers++
		}
	}
	return papers, nil
}

// frequencyIn returns the frequency of a term in a paper. It reads the dense list if the term has one,
// and otherwise advances a cursor.
func (p *part) frequencyIn(found termList, c *cursor, doc uint32) (uint8, error) {
	if found.dense != nil {
		return found.dense.Frequency(doc, format.WindowsOf(p.Manifest.Papers))
	}
	more, err := c.to(doc)
	if !more || err != nil || c.block.Docs[c.pos] != doc {
		return 0, err
	}
	return c.block.Frequencies[c.pos], nil
}

func (p *part) countInText(list []byte) (papers int, err error) {
	var block format.PostingBlock
	postings := p.Postings(list)
	for block.Read(&postings) {
		for i, doc := range block.Docs[:block.N] {
			if block.Frequencies[i] > 0 && p.Live.Has(doc) {
				papers++
			}
		}
	}
	return papers, postings.Err()
}

// of returns the cached count of a term. If it is not cached, of calls count.
func (c *textCounts) of(term string, count func() (int, error)) (int, error) {
	c.mu.Lock()
	n, ok := c.known[term]
	c.mu.Unlock()
	if ok {
		return n, nil
	}
	n, err := count()
	if err != nil {
		return n, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil || len(c.known) == countsRemember {
		c.known = make(map[string]int)
	}
	c.known[term] = n
	return n, nil
}
