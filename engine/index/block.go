package index

import (
	"encoding/binary"
	"errors"
)

// A block holds neighbouring terms in order, each as: how many bytes it shares
// with the term before, the rest of its bytes, how many postings it has, and
// its posting list, with the lengths of the last two in front.
type block struct {
	first string // the term it starts with, its key in the database
	bytes []byte
	last  string
}

// blockSize is when a block is closed. A look-up walks through one block, so
// smaller is quicker; each costs the unused end of a page, so larger is smaller.
const blockSize = 16 << 10

func (b *block) add(term string, count int, list []byte) {
	shared := 0
	if len(b.bytes) == 0 {
		b.first = term
	} else {
		shared = sharedPrefix(b.last, term)
	}
	b.bytes = binary.AppendUvarint(b.bytes, uint64(shared))
	b.bytes = binary.AppendUvarint(b.bytes, uint64(len(term)-shared))
	b.bytes = append(b.bytes, term[shared:]...)
	b.bytes = binary.AppendUvarint(b.bytes, uint64(count))
	b.bytes = binary.AppendUvarint(b.bytes, uint64(len(list)))
	b.bytes = append(b.bytes, list...)
	b.last = term
}

func sharedPrefix(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

var errBlock = errors.New("a block of terms that cannot be read")

// A blockReader walks through a block.
type blockReader struct {
	bytes []byte
	term  []byte
	count int
	list  []byte // points into the block
}

// next moves to the next term. It is false at the end.
func (r *blockReader) next() (bool, error) {
	if len(r.bytes) == 0 {
		return false, nil
	}
	shared, ok1 := r.uvarint()
	rest, ok2 := r.slice()
	count, ok3 := r.uvarint()
	list, ok4 := r.slice()
	if !(ok1 && ok2 && ok3 && ok4) || shared > len(r.term) {
		return false, errBlock
	}
	r.term = append(r.term[:shared], rest...)
	r.count, r.list = count, list
	return true, nil
}

func (r *blockReader) uvarint() (int, bool) {
	v, n := binary.Uvarint(r.bytes)
	if n <= 0 || v > 1<<40 {
		return 0, false
	}
	r.bytes = r.bytes[n:]
	return int(v), true
}

func (r *blockReader) slice() ([]byte, bool) {
	n, ok := r.uvarint()
	if !ok || n > len(r.bytes) {
		return nil, false
	}
	s := r.bytes[:n]
	r.bytes = r.bytes[n:]
	return s, true
}
