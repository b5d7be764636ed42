package format

import (
	"encoding/binary"
	"errors"
)

// A Posting is the occurrence of a term in a paper, with its frequencies in the title and the
// abstract. Both are 0 if the term occurs only in the full text.
type Posting struct {
	Doc             uint32
	Title, Abstract uint8 // at most MaxTitle and MaxAbstract
}

const (
	MaxTitle    = 3
	MaxAbstract = 63
)

// A posting list has a varint for each posting: the gap to the previous document, minus one,
// shifted left by two bits. The low bits encode the frequencies as one of the constants below. Most
// postings stand for a single occurrence in an abstract or a full text, and take one or two bytes.
const (
	inBody      uint64 = iota // only in the full text
	onceInText                // once in the abstract and not in the title
	counted                   // any other frequencies; the next byte is title count << 6 | abstract count
	twiceInText               // twice in the abstract and not in the title
)

// A ListWriter encodes postings in the order of their documents.
type ListWriter struct {
	Bytes []byte
	Count int
	Next  uint32 // lowest possible number of the next document
	Plain bool   // writes a plain list; see addPlain
	last  plainRun
}

func (w *ListWriter) Add(p Posting) {
	gap := uint64(p.Doc - w.Next)
	switch {
	case w.Plain:
		w.addPlain(gap)
	case p.Title == 0 && p.Abstract == 0:
		w.Bytes = binary.AppendUvarint(w.Bytes, gap<<2+inBody)
	case p.Title == 0 && p.Abstract == 1:
		w.Bytes = binary.AppendUvarint(w.Bytes, gap<<2|onceInText)
	case p.Title == 0 && p.Abstract == 2:
		w.Bytes = binary.AppendUvarint(w.Bytes, gap<<2|twiceInText)
	default:
		w.Bytes = append(binary.AppendUvarint(w.Bytes, gap<<2|counted), p.Title<<6|p.Abstract)
	}
	w.Next = p.Doc + 1
	w.Count++
}

// A ListReader decodes a posting list of a segment.
type ListReader struct {
	Bytes  []byte
	At     int    // offset in bytes; advancing it instead of reslicing Bytes avoids a write barrier
	Next   uint32 // lowest possible number of the next document
	Papers uint32
	Plain  bool
	run    uint32 // number of documents of a plain list that follow without a gap
}

var ErrList = errors.New("a posting list cannot be decoded")

// Err returns an error if Read stopped before the end of the list.
func (r *ListReader) Err() error {
	if r.At < len(r.Bytes) {
		return ErrList
	}
	return nil
}

// Read returns the next posting. It returns false at the end of the list or at invalid bytes.
func (r *ListReader) Read() (p Posting, ok bool) {
	if r.Plain {
		doc, ok := r.readPlain()
		return Posting{Doc: doc, Abstract: 1}, ok
	}
	if r.At >= len(r.Bytes) {
		return p, false
	}
	v, n := binary.Uvarint(r.Bytes[r.At:])
	doc := uint64(r.Next) + v>>2
	if n <= 0 || doc >= uint64(r.Papers) {
		return p, false
	}
	p.Doc = uint32(doc)
	switch v & 3 {
	case onceInText:
		p.Abstract = 1
	case twiceInText:
		p.Abstract = 2
	case counted:
		if r.At+n == len(r.Bytes) {
			return p, false
		}
		p.Title, p.Abstract = r.Bytes[r.At+n]>>6, r.Bytes[r.At+n]&MaxAbstract
		n++
	}
	r.At += n
	r.Next = p.Doc + 1
	return p, true
}

// A PostingBlock is a batch of decoded postings, for scanning whole lists. Its frequencies are those
// used by BM25, which counts titles twice and ignores full texts.
type PostingBlock struct {
	N           int
	Docs        [blockPostings]uint32
	Frequencies [blockPostings]uint8
}

const blockPostings = 256

// Read decodes the next postings of a list. It returns false at the end or at invalid bytes.
func (b *PostingBlock) Read(r *ListReader) bool {
	if r.Plain {
		return b.readPlain(r)
	}
	list, at, next, papers := r.Bytes, r.At, r.Next, uint64(r.Papers)
	n := 0
	for n < blockPostings && at < len(list) {
		v, size := uint64(list[at]), 1
		if v >= 0x80 {
			if v, size = binary.Uvarint(list[at:]); size <= 0 {
				break
			}
		}
		doc, frequency := uint64(next)+v>>2, frequencyOf[v&3]
		if doc >= papers {
			break
		}
		if v&3 == counted {
			if at+size == len(list) {
				break
			}
			frequency = 2*(list[at+size]>>6) + list[at+size]&MaxAbstract
			size++
		}
		at += size
		b.Docs[n], b.Frequencies[n] = uint32(doc), frequency
		next = uint32(doc) + 1
		n++
	}
	b.N, r.At, r.Next = n, at, next
	return n > 0
}

var frequencyOf = [4]uint8{onceInText: 1, twiceInText: 2}

// A plain posting list holds documents without frequencies. It is used in an index for identity
// search. It has a varint for each run of consecutive documents: the gap before the run, shifted
// left by one bit. If the low bit is set, the next varint is the number of other documents in the
// run. Runs are frequent, because a venue's papers are mostly consecutive.

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
