package rank

import (
	"cmp"
	"slices"
)

// CodeLanes is the number of codes in a block: word 0 of
// each, then word 1 of each, so that one 512-bit register holds the same word
// of all and distances need no sums across lanes.
const CodeLanes = 8

// CodeWords is the number of words of the 1-bit code of a vector.
func CodeWords(dim int) int { return (dim + 63) / 64 }

// Code writes the sign of each component as one bit.
func Code(v []float32, into []uint64) {
	clear(into)
	for i, x := range v {
		if x > 0 {
			into[i/64] |= 1 << (i % 64)
		}
	}
}

// A CodeTable is a list of 1-bit codes in blocks of CodeLanes; the last block
// is filled up with zeros.
type CodeTable struct {
	Blocks []uint64
	Words  int // of a code
	Len    int // codes
}

// NewCodeTable returns an empty table of codes of so many words.
func NewCodeTable(words int) *CodeTable { return &CodeTable{Words: words} }

// Append adds a code at the end.
func (t *CodeTable) Append(code []uint64) {
	if t.Len%CodeLanes == 0 {
		t.Blocks = append(t.Blocks, make([]uint64, CodeLanes*t.Words)...)
	}
	for w, word := range code {
		t.Blocks[t.at(t.Len, w)] = word
	}
	t.Len++
}

// At returns a copy of the code of that number.
func (t CodeTable) At(number int) []uint64 {
	code := make([]uint64, t.Words)
	for w := range code {
		code[w] = t.Blocks[t.at(number, w)]
	}
	return code
}

func (t CodeTable) at(number, word int) int {
	return number/CodeLanes*CodeLanes*t.Words + word*CodeLanes + number%CodeLanes
}

// A Near is a code and its Hamming distance to the query. For unit vectors the
// angle between them grows with it.
type Near struct {
	Number   uint32
	Distance uint32
}

// Scan returns of the allowed codes from..to the wanted ones that are closest
// to query, and those that tie with the last, in ascending order of their
// numbers. from is a multiple of CodeLanes. allowed holds a bit for each code
// of the table, the lowest of a byte first; nil allows all.
func (t CodeTable) Scan(query []uint64, allowed []byte, from, to, wanted int) []Near {
	found := nearest{wanted: max(wanted, 1), limit: uint32(64 * t.Words), counts: make([]int, 64*t.Words+1)}
	found.all = make([]Near, 0, 4*found.wanted+scanRun*CodeLanes)
	to = min(to, t.Len)
	for at := from; at < to; at += scanRun * CodeLanes {
		run := codeRun{query: query, first: uint32(at), codes: min(scanRun*CodeLanes, to-at)}
		run.blocks = t.Blocks[at*t.Words : min(len(t.Blocks), (at+scanRun*CodeLanes)*t.Words)]
		if allowed != nil {
			run.allowed = allowed[at/8:]
		}
		found.all = scanRunOf(run, found.limit, found.all)
		found.narrow(4 * found.wanted)
	}
	found.narrow(0)
	return found.all
}

// scanRun is how many blocks are scanned before the limit is looked at again.
const scanRun = 512

// A codeRun is a piece of a table for the scan kernels.
type codeRun struct {
	query   []uint64
	blocks  []uint64
	allowed []byte // of the run's codes, nil for all
	first   uint32 // number of the first code
	codes   int
}

// Closest keeps of the parts of a table the wanted closest codes and those that
// tie with the last, as Scan would have found them in one go.
func Closest(parts [][]Near, words, wanted int) []Near {
	all := nearest{wanted: max(wanted, 1), limit: uint32(64 * words), counts: make([]int, 64*words+1), all: slices.Concat(parts...)}
	all.narrow(0)
	slices.SortFunc(all.all, func(a, b Near) int { return cmp.Compare(a.Number, b.Number) })
	return all.all
}

// nearest holds all codes seen within limit, of which there are at least
// wanted as soon as so many were seen.
type nearest struct {
	wanted int
	limit  uint32
	counts []int
	all    []Near
}

// narrow lowers the limit as far as it goes, where there are more than capacity,
// and drops what lies beyond.
func (n *nearest) narrow(capacity int) {
	if len(n.all) <= capacity {
		return
	}
	clear(n.counts)
	for _, near := range n.all {
		n.counts[near.Distance]++
	}
	sum := 0
	for distance, count := range n.counts[:n.limit] {
		if sum += count; sum >= n.wanted {
			n.limit = uint32(distance)
			break
		}
	}
	n.all = slices.DeleteFunc(n.all, func(near Near) bool { return near.Distance > n.limit })
}
