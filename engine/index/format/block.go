package format

import (
	"encoding/binary"
	"errors"
)

// A block holds consecutive terms in ascending order. A term consists of the length of the prefix
// shared with the previous term, its remaining bytes, its number of postings, and its posting list.
// The remaining bytes and the list are preceded by their lengths.
type block struct {
	first string // first term, which is the block's key in the database
	bytes []byte
	last  string
}

// blockSize is the size in bytes at which a block is complete. Smaller blocks are faster, since a
// lookup scans a whole block. Larger blocks take less space, since each block wastes the end of a
// page.
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

func sharedPrefix[T string | []byte](a, b T) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

var ErrBlock = errors.New("a block of terms cannot be decoded")

// A BlockReader iterates over the terms of a block.
type BlockReader struct {
	Bytes []byte
	Term  []byte
	Count int
	List  []byte // posting list of the term, a part of the block
}

// Next advances to the next term. It returns false at the end.
func (r *BlockReader) Next() (bool, error) {
	if len(r.Bytes) == 0 {
		return false, nil
	}
	shared, rest, err := r.next()
	if err != nil || shared > len(r.Term) {
		return false, ErrBlock
	}
	r.Term = append(r.Term[:shared], rest...)
	return true, nil
}

// next reads Count and List of the next term, and returns the parts of the term.
func (r *BlockReader) next() (shared int, rest []byte, err error) {
	shared, ok1 := r.uvarint()
	rest, ok2 := r.slice()
	count, ok3 := r.uvarint()
	list, ok4 := r.slice()
	if !(ok1 && ok2 && ok3 && ok4) {
		return 0, nil, ErrBlock
	}
	r.Count, r.List = count, list
	return shared, rest, nil
}

func (r *BlockReader) uvarint() (int, bool) {
	if len(r.Bytes) > 0 && r.Bytes[0] < 0x80 { // most numbers take one byte
		v := r.Bytes[0]
		r.Bytes = r.Bytes[1:]
		return int(v), true
	}
	v, n := binary.Uvarint(r.Bytes)
	if n <= 0 || v > 1<<40 {
		return 0, false
	}
	r.Bytes = r.Bytes[n:]
	return int(v), true
}

func (r *BlockReader) slice() ([]byte, bool) {
	n, ok := r.uvarint()
	if !ok || n > len(r.Bytes) {
		return nil, false
	}
	s := r.Bytes[:n]
	r.Bytes = r.Bytes[n:]
	return s, true
}
