package format

import (
	"encoding/binary"
)

// A BlockTable divides a posting list into blocks, so that a search can begin at any of them. Only
// terms that are neither rare nor dense have a table. Tables are stored in a separate bucket of
// terms.db, which older programs ignore. For each block, a table has, little endian:
//
//	the last document of the block     4 bytes
//	the end of the block in the list   4 bytes
type BlockTable []byte

const (
	TableBlock = 128 // number of postings per block
	TableEntry = 8
	// TabledFrom is the minimum number of postings of a list that has a table. A shorter list can be
	// read within a few microseconds.
	TabledFrom = 512
)

func (t BlockTable) Blocks() int { return len(t) / TableEntry }

// Last returns the last document of a block. For block -1 it returns -1.
func (t BlockTable) Last(block int) int64 {
	if block < 0 {
		return -1
	}
	return int64(binary.LittleEndian.Uint32(t[block*TableEntry:]))
}

// End returns the offset in the list at which a block ends.
func (t BlockTable) End(block int) int {
	if block < 0 {
		return 0
	}
	return int(binary.LittleEndian.Uint32(t[block*TableEntry+4:]))
}

// Seek returns the first block, from the given one on, whose last document is doc or a later one.
func (t BlockTable) Seek(block int, doc uint32) int {
	low, step := block, 1
	for low+step < t.Blocks() && t.Last(low+step) < int64(doc) {
		low, step = low+step, 2*step
	}
	for high := min(low+step, t.Blocks()); low < high; {
		if middle := (low + high) / 2; t.Last(middle) < int64(doc) {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

// TableOf builds the table of a posting list. It also returns the number of papers that contain the
// term in title or abstract.
func TableOf(list []byte, papers int) (table BlockTable, inText int) {
	postings := ListReader{Bytes: list, Papers: uint32(papers)}
	for n := 1; ; n++ {
		p, ok := postings.Read()
		if !ok {
			return table, inText
		}
		if p.Title+p.Abstract > 0 {
			inText++
		}
		if n%TableBlock == 0 || postings.At == len(list) {
			table = binary.LittleEndian.AppendUint32(table, p.Doc)
			table = binary.LittleEndian.AppendUint32(table, uint32(postings.At))
		}
	}
}
