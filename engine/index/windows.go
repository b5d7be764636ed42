package index

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
	"sync/atomic"
)

// A windowSearch finds the best papers of a segment by block-max MaxScore (Turtle and
// Flood 1995, Ding and Suel 2011), a window of papers at a time, so that their scores and
// lengths stay in the cache. In each window the terms that even together cannot lift a
// paper among the best are read only for the papers that others have found.
type windowSearch struct {
	*search
	part  int
	floor *atomic.Uint32 // no paper below it is among the best; shared by all that search
	best  bestHits

	sparse []*cursor // with a few postings a window, or without a table: always read
	dense  []boundedTerm

	lo, hi  uint32
	scores  [windowPapers]uint32 // so far, of the papers of the window
	found   [windowPapers / 64]uint64
	highest uint32
	papers  []scored
}

// A boundedTerm is a term with the most that it can add to a paper of the window.
type boundedTerm struct {
	*cursor
	bound uint32
}

const (
	windowPapers = 1 << 12
	// sparsePostings is up to how many postings a window a term is read without asking
	// its table.
	sparsePostings = 4
	// fewPapers is up to how many allowed papers of a window are looked up in each list
	// rather than found by them.
	fewPapers = 32
)

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
	defer w.clear()
	for _, c := range w.sparse {
		if err := w.read(c); err != nil {
			return err
		}
	}
	total, err := w.bounds()
	if err != nil || w.highest+total < w.floor.Load() {
		return err
	}
	slices.SortFunc(w.dense, func(a, b boundedTerm) int { return cmp.Compare(b.bound, a.bound) })
	optional := w.dense
	if allowed <= fewPapers {
		w.takeAllowed()
	} else {
		var essential []boundedTerm
		essential, optional, total = w.divide()
		for _, t := range essential {
			if err := w.read(t.cursor); err != nil {
				return err
			}
		}
		w.takeFound(total)
	}
	return w.finish(optional, total)
}

func (w *windowSearch) clear() {
	if w.highest > 0 {
		w.scores, w.found, w.highest = [windowPapers]uint32{}, [windowPapers / 64]uint64{}, 0
	}
	w.papers = w.papers[:0]
}

// bounds finds the most that each dense term can add, and returns their sum.
func (w *windowSearch) bounds() (total uint32, err error) {
	for i := range w.dense {
		t := &w.dense[i]
		if t.bound, err = t.most(w.lo, w.hi); err != nil {
			return 0, err
		}
		total += t.bound
	}
	return total, nil
}

// divide returns the dense terms that must be read, and those that together can add too
// little to lift a paper that has no other, the strongest first, with what they can add.
func (w *windowSearch) divide() (essential, optional []boundedTerm, total uint32) {
	at, floor := len(w.dense), w.floor.Load()
	for ; at > 0 && total+w.dense[at-1].bound < floor; at-- {
		total += w.dense[at-1].bound
	}
	return w.dense[:at], w.dense[at:], total
}

// read adds the scores of all papers of the window that hold a term.
func (w *windowSearch) read(c *cursor) error {
	more, err := c.to(w.lo)
	for more && err == nil && c.block.docs[c.pos] < w.hi {
		w.readBlock(c)
		if c.pos < c.block.n {
			return nil
		}
		more, err = c.to(c.block.docs[c.block.n-1] + 1)
	}
	return err
}

func (w *windowSearch) readBlock(c *cursor) {
	for ; c.pos < c.block.n && c.block.docs[c.pos] < w.hi; c.pos++ {
		if score := c.here(); score > 0 {
			at := c.block.docs[c.pos] - w.lo
			w.scores[at] += score
			w.found[at/64] |= 1 << (at % 64)
			w.highest = max(w.highest, w.scores[at])
		}
	}
}

// takeFound goes on with the allowed papers that can still be among the best.
func (w *windowSearch) takeFound(rest uint32) {
	floor := w.floor.Load()
	for i, word := range w.found {
		for word &= w.allowed.word(w.lo/64 + uint32(i)); word != 0; word &= word - 1 {
			at := uint32(64*i + bits.TrailingZeros64(word))
			if w.scores[at]+rest >= floor {
				w.papers = append(w.papers, scored{w.lo + at, w.scores[at]})
			}
		}
	}
}

// takeAllowed goes on with all allowed papers.
func (w *windowSearch) takeAllowed() {
	for i := range w.found {
		for word := w.allowed.word(w.lo/64 + uint32(i)); word != 0; word &= word - 1 {
			if at := uint32(64*i + bits.TrailingZeros64(word)); w.lo+at < w.hi {
				w.papers = append(w.papers, scored{w.lo + at, w.scores[at]})
			}
		}
	}
}

// finish adds the terms that are left, which can add so much in all, and offers the papers.
func (w *windowSearch) finish(terms []boundedTerm, rest uint32) error {
	for _, t := range terms {
		w.drop(rest)
		if len(w.papers) == 0 {
			return nil
		}
		if err := t.addTo(w.papers); err != nil {
			return err
		}
		rest -= t.bound
	}
	w.drop(0)
	for _, p := range w.papers {
		if score := float64(p.score); w.best.mayTake(score) {
			w.best.offer(hit{w.part, p.doc, score, w.docs.order(p.doc)})
		}
	}
	w.raise()
	return nil
}

// drop leaves out the papers that so much more does not lift among the best.
func (w *windowSearch) drop(rest uint32) {
	floor := w.floor.Load()
	w.papers = slices.DeleteFunc(w.papers, func(p scored) bool { return p.score+rest < floor })
}

// raise makes the worst of the best, once they are enough, the floor.
func (w *windowSearch) raise() {
	if len(w.best.hits) < w.best.k {
		return
	}
	worst := uint32(w.best.hits[0].score)
	for floor := w.floor.Load(); worst > floor && !w.floor.CompareAndSwap(floor, worst); {
		floor = w.floor.Load()
	}
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
