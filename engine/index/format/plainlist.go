package format

import (
	"encoding/binary"
)

// A plain posting list holds documents without frequencies. It is used in an index for identity
// search. It has a varint for each run of consecutive documents: the gap before the run, shifted left
// by one bit. If the low bit is set, the next varint is the number of further documents in the run.
// Runs are frequent, because the papers of a venue are mostly consecutive.

// A plainRun is the last run of a list that is being written.
type plainRun struct {
	at        int // offset of the run in the list
	gap, more uint64
}

// addPlain appends a document, given the gap to the previous one.
func (w *ListWriter) addPlain(gap uint64) {
	if gap == 0 && w.Count > 0 {
		w.last.more++
		w.Bytes = binary.AppendUvarint(w.Bytes[:w.last.at], w.last.gap<<1|1)
		w.Bytes = binary.AppendUvarint(w.Bytes, w.last.more)
		return
	}
	w.last = plainRun{at: len(w.Bytes), gap: gap}
	w.Bytes = binary.AppendUvarint(w.Bytes, gap<<1)
}

// readPlain returns the next document.
func (r *ListReader) readPlain() (doc uint32, ok bool) {
	if r.run > 0 {
		r.run--
		r.Next++
		return r.Next - 1, true
	}
	if r.At >= len(r.Bytes) {
		return 0, false
	}
	v, size := binary.Uvarint(r.Bytes[r.At:])
	next := uint64(r.Next) + v>>1
	if size <= 0 || next >= uint64(r.Papers) {
		return 0, false
	}
	if v&1 != 0 {
		more, n := binary.Uvarint(r.Bytes[r.At+size:])
		if n <= 0 || more >= uint64(r.Papers)-next {
			return 0, false
		}
		r.run, size = uint32(more), size+n
	}
	r.At, r.Next = r.At+size, uint32(next)+1
	return uint32(next), true
}

func (b *PostingBlock) readPlain(r *ListReader) bool {
	for b.N = 0; b.N < blockPostings; b.N++ {
		doc, ok := r.readPlain()
		if !ok {
			break
		}
		b.Docs[b.N], b.Frequencies[b.N] = doc, 1
	}
	return b.N > 0
}
