package index

import "encoding/binary"

// A plain posting list, of an index for identity search, only says which papers hold a
// term. It is a run of varints, one for each document that does not follow the one
// before at once: the gap to that, shifted by a bit that says whether others follow,
// of which there are as many as the varint behind it. Papers of one venue are mostly
// neighbours.

// A plainRun is the last entry of a list that is being written.
type plainRun struct {
	at        int // where it begins
	gap, more uint64
}

// addPlain adds the next document.
func (w *listWriter) addPlain(gap uint64) {
	if gap == 0 && w.count > 0 {
		w.last.more++
		w.bytes = binary.AppendUvarint(w.bytes[:w.last.at], w.last.gap<<1|1)
		w.bytes = binary.AppendUvarint(w.bytes, w.last.more)
		return
	}
	w.last = plainRun{at: len(w.bytes), gap: gap}
	w.bytes = binary.AppendUvarint(w.bytes, gap<<1)
}

// readPlain returns the next document.
func (r *listReader) readPlain() (doc uint32, ok bool) {
	if r.run > 0 {
		r.run--
		r.next++
		return r.next - 1, true
	}
	if r.at >= len(r.bytes) {
		return 0, false
	}
	v, size := binary.Uvarint(r.bytes[r.at:])
	next := uint64(r.next) + v>>1
	if size <= 0 || next >= uint64(r.papers) {
		return 0, false
	}
	if v&1 != 0 {
		more, n := binary.Uvarint(r.bytes[r.at+size:])
		if n <= 0 || more >= uint64(r.papers)-next {
			return 0, false
		}
		r.run, size = uint32(more), size+n
	}
	r.at, r.next = r.at+size, uint32(next)+1
	return uint32(next), true
}

func (b *postingBlock) readPlain(r *listReader) bool {
	for b.n = 0; b.n < blockPostings; b.n++ {
		doc, ok := r.readPlain()
		if !ok {
			break
		}
		b.docs[b.n], b.frequencies[b.n] = doc, 1
	}
	return b.n > 0
}
