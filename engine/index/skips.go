package index

import (
	"encoding/binary"
)

// A blockTable divides the posting list of a term that is neither rare nor dense into
// blocks, so that a search can begin anywhere in it. It lies beside the list, in a bucket
// of its own of terms.db: programs that know of none read the list as ever. Of each
// block it has, little endian:
//
//	its last document          4 bytes
//	where it ends in the list  4 bytes
type blockTable []byte

const (
	tableBlock = 128 // postings
	tableEntry = 8
	// tabledFrom is how many postings a list has that gets a table: shorter ones are
	// read in a few microseconds.
	tabledFrom = 512
)

func (t blockTable) blocks() int { return len(t) / tableEntry }

// last is the last document of a block; block -1 is the one before the first.
func (t blockTable) last(block int) int64 {
	if block < 0 {
		return -1
	}
	return int64(binary.LittleEndian.Uint32(t[block*tableEntry:]))
}

// end is where a block ends in the list.
func (t blockTable) end(block int) int {
	if block < 0 {
		return 0
	}
	return int(binary.LittleEndian.Uint32(t[block*tableEntry+4:]))
}

// seek returns the first block from the given one on that ends at doc or behind it.
func (t blockTable) seek(block int, doc uint32) int {
	low, step := block, 1
	for low+step < t.blocks() && t.last(low+step) < int64(doc) {
		low, step = low+step, 2*step
	}
	for high := min(low+step, t.blocks()); low < high; {
		if middle := (low + high) / 2; t.last(middle) < int64(doc) {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

// tableOf makes the table of a whole list of a segment of so many papers, and counts the
// papers that hold the term in title or abstract.
func tableOf(list []byte, papers int) (table blockTable, inText int) {
	postings := listReader{bytes: list, papers: uint32(papers)}
	for n := 1; ; n++ {
		p, ok := postings.read()
		if !ok {
			return table, inText
		}
		if p.title+p.abstract > 0 {
			inText++
		}
		if n%tableBlock == 0 || postings.at == len(list) {
			table = binary.LittleEndian.AppendUint32(table, p.doc)
			table = binary.LittleEndian.AppendUint32(table, uint32(postings.at))
		}
	}
}
