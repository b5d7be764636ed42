package index

import (
	"encoding/binary"
)

// A blockTable divides the posting list of a frequent term into blocks, so that a
// search reads only those that can change its answer. It lies beside the list, in a
// bucket of its own of terms.db: programs that know of none read the list as ever.
// Of each block it has, little endian:
//
//	its last document        4 bytes
//	where it ends in the list  4 bytes
//	four impacts             2 bytes each: a frequency, and a quarter of a length
//
// No posting of the block is both more frequent than an impact and in a shorter text
// unless another impact covers it. Impacts rather than scores are kept since scores
// depend on the whole corpus, which grows.
type blockTable []byte

const (
	tableBlock   = 128 // postings
	tableImpacts = 4
	tableEntry   = 8 + 2*tableImpacts
	// tabledFrom is how many postings a list has that gets a table: shorter ones are
	// read in a few microseconds.
	tabledFrom = 512

	lengthUnit   = 4
	maxUnits     = 1<<8 - 1
	maxFrequency = 2*maxTitle + maxAbstract
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

// impacts are pairs of a frequency and a length in units.
func (t blockTable) impacts(block int) []byte {
	at := block * tableEntry
	return t[at+8 : at+tableEntry : at+tableEntry]
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

// tableOf makes the table of a whole list, and counts the papers that hold the term in
// title or abstract. lengths are those of all papers.
func tableOf(list []byte, lengths []uint16) (table blockTable, inText int) {
	postings := listReader{bytes: list, papers: uint32(len(lengths))}
	var f frontier
	for n := 1; ; n++ {
		p, ok := postings.read()
		if !ok {
			return table, inText
		}
		if frequency := 2*p.title + p.abstract; frequency > 0 {
			f.add(frequency, lengths[p.doc])
			inText++
		}
		if n%tableBlock == 0 || postings.at == len(list) {
			table = binary.LittleEndian.AppendUint32(table, p.doc)
			table = binary.LittleEndian.AppendUint32(table, uint32(postings.at))
			table = append(table, f.impacts()...)
			f = frontier{}
		}
	}
}

// A frontier is the shortest text of a block for each frequency, in units, plus one; 0 where there is none.
type frontier struct {
	shortest [maxFrequency + 1]uint16
	most     uint8
}

func (f *frontier) add(frequency uint8, length uint16) {
	units := min(length/lengthUnit, maxUnits) + 1
	if s := f.shortest[frequency]; s == 0 || units < s {
		f.shortest[frequency] = units
	}
	f.most = max(f.most, frequency)
}

// impacts are the best pairs, the most frequent first. Where they are too many, the most
// frequent ones are taken together, since there a score hardly grows any more.
func (f *frontier) impacts() []byte {
	var pairs []byte
	shortest := uint16(maxUnits + 2)
	for frequency := int(f.most); frequency > 0; frequency-- {
		if s := f.shortest[frequency]; s > 0 && s < shortest {
			shortest = s
			pairs = append(pairs, uint8(frequency), uint8(s-1))
		}
	}
	if len(pairs) > 2*tableImpacts {
		pairs = pairs[len(pairs)-2*tableImpacts:]
		pairs[0] = f.most
	}
	return append(pairs, make([]byte, 2*tableImpacts-len(pairs))...)
}
