package index

import (
	"cmp"
	"context"
	"encoding/binary"
	"math/bits"
	"slices"
	"sync/atomic"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// A windowSearch finds the best papers of a segment by block-max MaxScore (Turtle and
// Flood 1995, Ding and Suel 2011), a window of papers at a time, so that their scores and
// lengths stay in the cache. In each window the terms that even together cannot lift a
// paper among the best are read only for the papers that others have found.
type windowSearch struct {
	*search
	part  int
	floor *atomic.Uint32 // no paper below it is among the best; shared by all that search
	chunk int64          // papers at a time
	best  bestHits

	sparse []*cursor // with a few postings a window, or without a table: always read
	dense  []boundedTerm

	lo, hi uint32
	scores [windowPapers]uint32      // so far, of the papers of the window
	found  [windowPapers / 64]uint64 // those that may be among the best
}

// A boundedTerm is a term with the most that it can add to a paper of the window.
type boundedTerm struct {
	*cursor
	bound    uint32
	postings int // of the blocks that reach into the window
}

const (
	windowPapers = 1 << 12
	// sparsePostings is up to how many postings a window a term is read without asking
	// its table.
	sparsePostings = 4
	// fewPapers is up to how many allowed papers of a window are looked up in each list
	// rather than found by them.
	fewPapers = 32
	// lookUpCost is how many postings are read in the time that one is looked up.
	lookUpCost = 8
)

// newWindowSearch is ready to search a part by all terms of a query.
func (s *search) newWindowSearch(part int, q *lexicalQuery) *windowSearch {
	w := &windowSearch{search: s, part: part, floor: &q.floor, chunk: int64(q.chunk), best: bestHits{k: q.k}}
	for _, c := range s.cursors(q) {
		w.take(c)
	}
	return w
}

func (w *windowSearch) take(c *cursor) {
	if c.table == nil || c.table.blocks()*tableBlock*windowPapers < sparsePostings*w.manifest.Papers {
		w.sparse = append(w.sparse, c)
		return
	}
	w.dense = append(w.dense, boundedTerm{cursor: c})
}

// window searches the papers from lo to hi, without hi; lo is a multiple of windowPapers.
func (w *windowSearch) window(lo, hi uint32) error {
	w.lo, w.hi = lo, hi
	allowed := w.allowed.count(lo, hi)
	if allowed == 0 {
		return nil
	}
	w.scores = [windowPapers]uint32{}
	w.allow()
	for _, c := range w.sparse {
		if err := w.read(c); err != nil {
			return err
		}
	}
	total, err := w.bounds()
	if err != nil || total < w.floor.Load() && w.left(total) == 0 {
		return err
	}
	if allowed > fewPapers {
		return w.readWindow()
	}
	slices.SortFunc(w.dense, strongest)
	return w.finish(w.dense, total)
}

// readWindow reads the terms that can make one of the best, and then the others.
func (w *windowSearch) readWindow() error {
	essential, optional, rest := w.divide()
	for _, t := range essential {
		if err := w.read(t.cursor); err != nil {
			return err
		}
	}
	slices.SortFunc(optional, strongest)
	return w.finish(optional, rest)
}

func strongest(a, b boundedTerm) int { return cmp.Compare(b.bound, a.bound) }

// allow begins with all papers of the window that are allowed.
func (w *windowSearch) allow() {
	for i := range w.found {
		w.found[i] = w.allowed.word(w.lo/64 + uint32(i))
	}
	if papers := int(w.hi - w.lo); papers < windowPapers { // behind the last
		w.found[papers/64] &= 1<<(papers%64) - 1
		clear(w.found[papers/64+1:])
	}
}

// bounds finds the most that each dense term can add, and returns their sum.
func (w *windowSearch) bounds() (total uint32, err error) {
	for i := range w.dense {
		t := &w.dense[i]
		if t.bound, t.postings, err = t.most(w.lo, w.hi); err != nil {
			return 0, err
		}
		total += t.bound
	}
	return total, nil
}

// divide returns the dense terms that must be read, and those that together can add too
// little to lift a paper that has no other, with what they can add. Of these there are
// first the ones that have most postings for what they can add.
func (w *windowSearch) divide() (essential, optional []boundedTerm, rest uint32) {
	slices.SortFunc(w.dense, func(a, b boundedTerm) int {
		return cmp.Compare(int64(b.postings)*int64(a.bound), int64(a.postings)*int64(b.bound))
	})
	floor, at := w.floor.Load(), 0
	for i, t := range w.dense {
		if rest+t.bound < floor {
			rest += t.bound
			w.dense[at], w.dense[i] = w.dense[i], w.dense[at]
			at++
		}
	}
	return w.dense[at:], w.dense[:at], rest
}

// eachBlock calls use at each block of a list that reaches into the window, which moves to
// the first posting behind that.
func (w *windowSearch) eachBlock(c *cursor, use func()) error {
	more, err := c.to(w.lo)
	for more && err == nil && c.block.docs[c.pos] < w.hi {
		if use(); c.pos < c.block.n {
			return nil
		}
		more, err = c.to(c.block.docs[c.block.n-1] + 1)
	}
	return err
}

// read adds the scores of all papers of the window that hold a term.
func (w *windowSearch) read(c *cursor) error {
	return w.eachBlock(c, func() { w.readBlock(c) })
}

func (w *windowSearch) readBlock(c *cursor) {
	docs, frequencies, at := c.block.docs[:c.block.n], c.block.frequencies[:c.block.n], c.pos
	for ; at < len(docs) && docs[at] < w.hi; at++ {
		if frequencies[at] > 0 {
			w.scores[(docs[at]-w.lo)%windowPapers] += c.score(frequencies[at], w.docs.length(docs[at]))
		}
	}
	c.pos = at
}

// finish adds the terms that are left, which can add so much in all, and offers the papers.
func (w *windowSearch) finish(terms []boundedTerm, rest uint32) error {
	for _, t := range terms {
		left, add := w.left(rest), w.lookUpFound
		if left == 0 {
			return nil
		}
		if left*lookUpCost > t.postings {
			add = w.readFound
		}
		if err := add(t.cursor); err != nil {
			return err
		}
		rest -= t.bound
	}
	if w.left(0) > 0 {
		w.offer()
	}
	return nil
}

// left is how many papers are left that so much more lifts among the best; it leaves out
// the others.
func (w *windowSearch) left(rest uint32) (left int) {
	if floor := w.floor.Load(); floor > rest {
		rank.KeepAtLeast(w.scores[:], floor-rest, w.found[:])
	}
	for _, word := range w.found {
		left += bits.OnesCount64(word)
	}
	return left
}

// lookUpFound adds the scores of a term to the papers that are left, one by one.
func (w *windowSearch) lookUpFound(c *cursor) error {
	for i, word := range w.found {
		for ; word != 0; word &= word - 1 {
			at := uint32(64*i + bits.TrailingZeros64(word))
			more, err := c.to(w.lo + at)
			if !more || err != nil {
				return err
			}
			if c.block.docs[c.pos] == w.lo+at {
				w.scores[at] += c.here()
			}
		}
	}
	return nil
}

// readFound adds the scores of a term to the papers that are left, posting by posting.
func (w *windowSearch) readFound(c *cursor) error {
	return w.eachBlock(c, func() {
		for ; c.pos < c.block.n && c.block.docs[c.pos] < w.hi; c.pos++ {
			if at := c.block.docs[c.pos] - w.lo; w.found[at/64]&(1<<(at%64)) != 0 {
				w.scores[at] += c.here()
			}
		}
	})
}

func (w *windowSearch) offer() {
	for i, word := range w.found {
		for ; word != 0; word &= word - 1 {
			at := uint32(64*i + bits.TrailingZeros64(word))
			if score := float64(w.scores[at]); w.best.mayTake(score) {
				w.best.offer(hit{w.part, w.lo + at, score, w.docs.order(w.lo + at)})
			}
		}
	}
	if len(w.best.hits) == w.best.k {
		raise(w.floor, uint32(w.best.hits[0].score))
	}
}

// raise lifts a floor to a score, if it is lower.
func raise(floor *atomic.Uint32, score uint32) {
	for now := floor.Load(); score > now && !floor.CompareAndSwap(now, score); {
		now = floor.Load()
	}
}

// prime lifts the floor before the search: to the scores of papers that the rarest terms
// find, which are mostly those that are found in the end.
func (s *search) prime(ctx context.Context, part int, q *lexicalQuery) error {
	if s.manifest.Papers < q.large {
		return nil
	}
	w := &windowSearch{search: s, part: part, floor: new(atomic.Uint32), chunk: int64(q.chunk), best: bestHits{k: q.k}}
	w.floor.Store(1)
	w.sparse = rarest(s.cursors(q), s.manifest.Papers/primedShare)
	if err := w.run(ctx, new(atomic.Int64)); err != nil || len(w.best.hits) < q.k {
		return err
	}
	docs := make([]uint32, len(w.best.hits))
	for i, h := range w.best.hits {
		docs[i] = h.doc
	}
	papers, err := s.scores(q, docs)
	if err != nil {
		return err
	}
	raise(&q.floor, slices.MinFunc(papers, func(a, b scored) int { return cmp.Compare(a.score, b.score) }).score)
	return nil
}

// primedShare: one of so many papers is looked at to lift the floor.
const primedShare = 128

// rarest are the terms with the shortest lists that together have so many postings.
func rarest(all []*cursor, postings int) []*cursor {
	slices.SortFunc(all, func(a, b *cursor) int { return cmp.Compare(len(a.list.bytes), len(b.list.bytes)) })
	for i, c := range all {
		if postings -= len(c.list.bytes) / 2; postings < 0 { // a posting takes two bytes, or less
			return all[:i]
		}
	}
	return all
}

// word is 64 documents of a set, from 64 times the number on.
func (b bitset) word(number uint32) uint64 {
	if b == nil {
		return ^uint64(0)
	}
	if at := 8 * int(number); at < len(b) {
		return binary.LittleEndian.Uint64(b[at:])
	}
	return 0
}

// count is how many documents from lo to hi a set has; lo is a multiple of 64, and
// there are none behind hi in its last word.
func (b bitset) count(lo, hi uint32) (n int) {
	if b == nil {
		return int(hi - lo)
	}
	for number := lo / 64; number < (hi+63)/64; number++ {
		n += bits.OnesCount64(b.word(number))
	}
	return n
}
