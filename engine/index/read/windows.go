package read

import (
	"encoding/binary"
	"math/bits"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// A windowSearch finds the best papers of a segment, one window at a time, so that its sums stay in
// the CPU cache. It adds all postings to 16-bit sums, which bound the scores; for a dense term, it
// updates 32 sums at a time. Only papers whose bound can be among the best are scored.
type windowSearch struct {
	*search
	q    *lexicalQuery
	part int
	best bestHits

	dense  []denseTerm
	others []*cursor

	lo, hi uint32
	sums   [format.WindowPapers]uint16
	found  [format.WindowPapers / 64]uint64 // set of candidates in the window
	scores [format.WindowPapers]uint32      // scores of the candidates
	read   []readPosting                    // postings of terms that are not dense, in the window
	scored int                              // number of papers scored so far
}

// A denseTerm is a term with its current window.
type denseTerm struct {
	*queryTerm
	list format.DenseList
	format.DenseWindow
}

// A readPosting is a posting that is kept until its paper is scored or dropped.
type readPosting struct {
	term      *queryTerm
	at        uint16
	frequency uint8
}

// newWindowSearch prepares a search of the segment for all terms.
func (s *search) newWindowSearch(part int, q *lexicalQuery) *windowSearch {
	w := &windowSearch{search: s, q: q, part: part, best: bestHits{k: q.k}, others: s.cursors(q)}
	for i, found := range s.lists {
		if found.dense != nil && q.terms[i].weight > 0 {
			w.dense = append(w.dense, denseTerm{queryTerm: &q.terms[i], list: found.dense})
		}
	}
	return w
}

// window searches the papers in [lo, hi). lo must be a multiple of WindowPapers.
func (w *windowSearch) window(lo, hi uint32) error {
	w.lo, w.hi = lo, hi
	if w.allowed.count(lo, hi) == 0 {
		return nil
	}
	w.sums, w.read = [format.WindowPapers]uint16{}, w.read[:0]
	w.allow()
	for _, c := range w.others {
		if err := w.readPostings(c); err != nil {
			return err
		}
	}
	for i := range w.dense {
		if err := w.addDense(&w.dense[i]); err != nil {
			return err
		}
	}
	if len(w.best.hits) < w.best.k {
		w.offerStrongest()
	}
	w.offer()
	return nil
}

// allow sets the candidates to the allowed papers of the window.
func (w *windowSearch) allow() {
	for i := range w.found {
		w.found[i] = w.allowed.word(w.lo/64 + uint32(i))
	}
	if papers := int(w.hi - w.lo); papers < format.WindowPapers { // the last window may be incomplete
		w.found[papers/64] &= 1<<(papers%64) - 1
		clear(w.found[papers/64+1:])
	}
}

// readPostings adds the postings of a list in the window to the sums, and advances past them.
func (w *windowSearch) readPostings(c *cursor) error {
	more, err := c.to(w.lo)
	for more && err == nil && c.block.Docs[c.pos] < w.hi {
		if w.readBlock(c); c.pos < c.block.N {
			return nil
		}
		more, err = c.to(c.block.Docs[c.block.N-1] + 1)
	}
	return err
}

func (w *windowSearch) readBlock(c *cursor) {
	docs, frequencies, at := c.block.Docs[:c.block.N], c.block.Frequencies[:c.block.N], c.pos
	for ; at < len(docs) && docs[at] < w.hi; at++ {
		if frequency := frequencies[at]; frequency > 0 {
			inWindow := uint16(docs[at] % format.WindowPapers)
			w.sums[inWindow] += c.adds[min(frequency, format.OftenAtLeast)]
			w.read = append(w.read, readPosting{c.queryTerm, inWindow, frequency})
		}
	}
	c.pos = at
}

// addDense adds the contributions of a dense term to the sums.
func (w *windowSearch) addDense(t *denseTerm) (err error) {
	t.DenseWindow, err = t.list.Window(int(w.lo/format.WindowPapers), format.WindowsOf(w.Manifest.Papers))
	if err != nil {
		return err
	}
	adds := t.adds
	for times := range t.Marked {
		more := t.adds[times+1] - t.adds[times]
		rank.AddMarked(w.sums[:], t.Marks[times*format.WindowMarks:(times+1)*format.WindowMarks], more)
		for i := range adds {
			adds[i] -= min(adds[i], more)
		}
	}
	addEntries(&w.sums, t.Entries, &adds)
	return nil
}

func addEntries(sums *[format.WindowPapers]uint16, entries []byte, adds *[format.OftenAtLeast + 1]uint16) {
	for ; len(entries) >= 8; entries = entries[8:] {
		four := binary.LittleEndian.Uint64(entries)
		sums[four>>4%format.WindowPapers] += adds[four&15]
		sums[four>>20%format.WindowPapers] += adds[four>>16&15]
		sums[four>>36%format.WindowPapers] += adds[four>>32&15]
		sums[four>>52] += adds[four>>48&15]
	}
	for ; len(entries) >= 2; entries = entries[2:] {
		entry := binary.LittleEndian.Uint16(entries)
		sums[entry>>4] += adds[entry&15]
	}
}

// offerStrongest first offers the papers with the highest sums, about as many as requested. Most of
// the other papers then need no scoring.
func (w *windowSearch) offerStrongest() {
	rest := w.found
	rank.KeepAtLeast(w.sums[:], w.strongest(), w.found[:])
	taken := w.found
	w.offer()
	for i := range rest {
		w.found[i] = rest[i] &^ taken[i]
	}
}

// strongest returns a sum reached by about the requested number of papers.
func (w *windowSearch) strongest() uint16 {
	const step = 16
	var papers [1 << 16 / step]uint16
	w.eachFound(func(at uint16) { papers[w.sums[at]/step]++ })
	for i, left := len(papers)-1, w.best.k; i > 0; i-- {
		if left -= int(papers[i]); left <= 0 {
			return uint16(i * step)
		}
	}
	return 1
}

func (w *windowSearch) eachFound(use func(at uint16)) {
	for i, word := range w.found {
		for ; word != 0; word &= word - 1 {
			use(uint16(64*i + bits.TrailingZeros64(word)))
		}
	}
}

// offer scores the candidates whose bound can be among the best, and offers their scores.
func (w *windowSearch) offer() {
	if w.limit() == 0 {
		return
	}
	for _, p := range w.read {
		if w.found[p.at/64]&(1<<(p.at%64)) != 0 {
			w.scores[p.at] += p.term.score(p.frequency, w.Docs.Length(w.lo+uint32(p.at)))
		}
	}
	w.eachFound(func(at uint16) {
		doc := w.lo + uint32(at)
		score := float64(w.scores[at] + w.denseScore(at, w.Docs.Length(doc)))
		if w.best.mayTake(score) {
			w.best.offer(hit{w.part, doc, score, w.Docs.Order(doc)})
		}
	})
	if len(w.best.hits) == w.best.k {
		raise(&w.q.floor, uint32(w.best.hits[0].score))
	}
}

// limit drops the candidates that cannot be among the best and clears the scores of the others. It
// returns the number left.
func (w *windowSearch) limit() (left int) {
	floor := w.q.floor.Load()
	rank.KeepAtLeast(w.sums[:], w.q.limits.least(floor), w.found[:])
	w.eachFound(func(at uint16) {
		if w.q.limits.of(w.sums[at], w.Docs.Length(w.lo+uint32(at))) < float64(floor) {
			w.found[at/64] &^= 1 << (at % 64)
			return
		}
		w.scores[at] = 0
		left++
	})
	w.scored += left
	return left
}

// denseScore returns the contribution of dense terms to a paper's score.
func (w *windowSearch) denseScore(at uint16, length int) (score uint32) {
	for i := range w.dense {
		if frequency := w.dense[i].Frequency(at); frequency > 0 {
			score += w.dense[i].score(frequency, length)
		}
	}
	return score
}

// raise raises a floor to a score, unless the floor is already that high.
func raise(floor *atomic.Uint32, score uint32) {
	for now := floor.Load(); score > now && !floor.CompareAndSwap(now, score); {
		now = floor.Load()
	}
}

// word returns the membership bits of the 64 documents starting at 64*number.
func (b bitset) word(number uint32) uint64 {
	if b == nil {
		return ^uint64(0)
	}
	if at := 8 * int(number); at < len(b) {
		return binary.LittleEndian.Uint64(b[at:])
	}
	return 0
}

// count returns the number of documents in [lo, hi). lo must be a multiple of 64, and the set must
// have no documents from hi to the next multiple of 64.
func (b bitset) count(lo, hi uint32) (n int) {
	if b == nil {
		return int(hi - lo)
	}
	for number := lo / 64; number < (hi+63)/64; number++ {
		n += bits.OnesCount64(b.word(number))
	}
	return n
}

// A bitset is a set of documents with fast membership tests. It has one bit per document, least
// significant bit first, as rank.CodeTable.Scan requires. The nil bitset contains all documents.
type bitset []byte

func bitsetOf(set *roaring.Bitmap, papers int) bitset {
	if set == nil {
		return nil
	}
	dense := make([]uint64, (papers+63)/64)
	set.WriteDenseTo(dense)
	b := make(bitset, 8*len(dense))
	for i, word := range dense {
		binary.LittleEndian.PutUint64(b[8*i:], word)
	}
	return b
}

func (b bitset) Has(doc uint32) bool { return b == nil || b[doc/8]&(1<<(doc%8)) != 0 }

// members returns the documents of the set in ascending order.
func (b bitset) members(papers int) []uint32 {
	docs := make([]uint32, 0, 64)
	if b == nil {
		for doc := range uint32(papers) {
			docs = append(docs, doc)
		}
	}
	for i, byte := range b {
		for ; byte != 0; byte &= byte - 1 {
			docs = append(docs, uint32(i*8+bits.TrailingZeros8(byte)))
		}
	}
	return docs
}
