package index

import "encoding/binary"

// A posting says that a term stands in a paper, and how often in its title
// and abstract; both are 0 where it stands in the full text only.
type posting struct {
	doc             uint32
	title, abstract uint8 // at most maxTitle, maxAbstract
}

const (
	maxTitle    = 3
	maxAbstract = 63
)

// A posting list is a run of varints, one a posting: the gap to the document
// number before, less one, shifted by two bits that say how often the term
// stands where. Most terms stand once in an abstract or in a full text, and
// take one or two bytes.
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
}

func (w *listWriter) add(p posting) {
	gap := uint64(p.doc - w.next)
	switch {
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

// A listReader decodes what a listWriter wrote.
type listReader struct {
	bytes []byte
	at    int    // in bytes; moving an index rather than the slice spares the collector a write barrier
	next  uint32 // the lowest document number that may come
}

// read returns the next posting. It is false at the end of the list, and
// where the bytes are no posting list.
func (r *listReader) read() (p posting, ok bool) {
	if r.at >= len(r.bytes) {
		return p, false
	}
	v, n := uint64(r.bytes[r.at]), 1
	if v >= 0x80 {
		if v, n = binary.Uvarint(r.bytes[r.at:]); n <= 0 {
			return p, false
		}
	}
	r.at += n
	p.doc = r.next + uint32(v>>2)
	r.next = p.doc + 1
	switch v & 3 {
	case onceInText:
		p.abstract = 1
	case twiceInText:
		p.abstract = 2
	case counted:
		if r.at == len(r.bytes) {
			return p, false
		}
		p.title, p.abstract = r.bytes[r.at]>>6, r.bytes[r.at]&maxAbstract
		r.at++
	}
	return p, true
}

// A postingBlock is a run of decoded postings, for those who go through whole
// lists. frequencies count the title twice: as BM25 weighs them, and 0 for a
// term that stands in the full text only.
type postingBlock struct {
	n           int
	docs        [blockPostings]uint32
	frequencies [blockPostings]uint8
}

const blockPostings = 256

// read decodes the next postings of a list. It is false where there are none,
// or the bytes are no posting list.
func (b *postingBlock) read(r *listReader) bool {
	list, at, next := r.bytes, r.at, r.next
	n := 0
	for n < blockPostings && at < len(list) {
		v, size := uint64(list[at]), 1
		if v >= 0x80 {
			if v, size = binary.Uvarint(list[at:]); size <= 0 {
				break
			}
		}
		at += size
		frequency := frequencyOf[v&3]
		if v&3 == counted {
			if at == len(list) {
				break
			}
			frequency = 2*(list[at]>>6) + list[at]&maxAbstract
			at++
		}
		b.docs[n], b.frequencies[n] = next+uint32(v>>2), frequency
		next = b.docs[n] + 1
		n++
	}
	b.n, r.at, r.next = n, at, next
	return n > 0
}

var frequencyOf = [4]uint8{onceInText: 1, twiceInText: 2}
