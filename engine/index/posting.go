package index

import (
	"encoding/binary"
	"errors"
)

// A posting is an occurrence of a term in a paper: how often it is in its title
// and abstract; both are 0 where it is in the full text only.
type posting struct {
	doc             uint32
	title, abstract uint8 // at most maxTitle, maxAbstract
}

const (
	maxTitle    = 3
	maxAbstract = 63
)

// A posting list is a run of varints, one a posting: the gap to the document
// number before, less one, shifted by two bits for its frequencies. Most terms occur once in an abstract or in a
// full text, and take one or two bytes.
const (
	inBody      uint64 = iota // in the full text only
	onceInText                // once in the abstract, not in the title
	counted                   // a byte follows: title count << 6 | abstract count
	twiceInText               // twice in the abstract, not in the title
)

// A listWriter encodes postings in the order of their documents.
type listWriter struct {
	bytes []byte
	count int
	next  uint32 // the lowest document number that may come
	plain bool   // see plainlist.go
	last  plainRun
}

func (w *listWriter) add(p posting) {
	gap := uint64(p.doc - w.next)
	switch {
	case w.plain:
		w.addPlain(gap)
	case p.title == 0 && p.abstract == 0:
		w.bytes = binary.AppendUvarint(w.bytes, gap<<2+inBody)
	case p.title == 0 && p.abstract == 1:
		w.bytes = binary.AppendUvarint(w.bytes, gap<<2|onceInText)
	case p.title == 0 && p.abstract == 2:
		w.bytes = binary.AppendUvarint(w.bytes, gap<<2|twiceInText)
	default:
		w.bytes = append(binary.AppendUvarint(w.bytes, gap<<2|counted), p.title<<6|p.abstract)
	}
	w.next = p.doc + 1
	w.count++
}

// A listReader decodes what a listWriter wrote of a segment of so many papers.
type listReader struct {
	bytes  []byte
	at     int    // in bytes; moving an index rather than the slice spares the collector a write barrier
	next   uint32 // the lowest document number that may come
	papers uint32
	plain  bool
	run    uint32 // documents of a plain list that follow without a gap
}

var errList = errors.New("a posting list that cannot be read")

// whole reports, when a read was false, whether that was the end of the list.
func (r *listReader) whole() error {
	if r.at < len(r.bytes) {
		return errList
	}
	return nil
}

// read returns the next posting. It is false at the end of the list, and
// where the bytes are no posting list.
func (r *listReader) read() (p posting, ok bool) {
	if r.plain {
		doc, ok := r.readPlain()
		return posting{doc: doc, abstract: 1}, ok
	}
	if r.at >= len(r.bytes) {
		return p, false
	}
	v, n := binary.Uvarint(r.bytes[r.at:])
	doc := uint64(r.next) + v>>2
	if n <= 0 || doc >= uint64(r.papers) {
		return p, false
	}
	p.doc = uint32(doc)
	switch v & 3 {
	case onceInText:
		p.abstract = 1
	case twiceInText:
		p.abstract = 2
	case counted:
		if r.at+n == len(r.bytes) {
			return p, false
		}
		p.title, p.abstract = r.bytes[r.at+n]>>6, r.bytes[r.at+n]&maxAbstract
		n++
	}
	r.at += n
	r.next = p.doc + 1
	return p, true
}

// A postingBlock is a run of decoded postings, for those who go through whole
// lists. frequencies count the title twice: as BM25 weighs them, and 0 for a
// term that is in the full text only.
type postingBlock struct {
	n           int
	docs        [blockPostings]uint32
	frequencies [blockPostings]uint8
}

const blockPostings = 256

// read decodes the next postings of a list. It is false where there are none,
// or the bytes are no posting list.
func (b *postingBlock) read(r *listReader) bool {
	if r.plain {
		return b.readPlain(r)
	}
	list, at, next, papers := r.bytes, r.at, r.next, uint64(r.papers)
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
			frequency = 2*(list[at+size]>>6) + list[at+size]&maxAbstract
			size++
		}
		at += size
		b.docs[n], b.frequencies[n] = uint32(doc), frequency
		next = uint32(doc) + 1
		n++
	}
	b.n, r.at, r.next = n, at, next
	return n > 0
}

var frequencyOf = [4]uint8{onceInText: 1, twiceInText: 2}
