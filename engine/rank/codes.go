package rank

import (
	"cmp"
	"slices"
)

// CodeLanes is the number of codes in a block. A block stores word 0 of each code, then word 1 of
// each code, and so on. One 512-bit register thus holds the same word of all codes, and distances
// need no horizontal sums.
const CodeLanes = 8

// CodeWords returns the number of 64-bit words in the 1-bit code of a vector.
func CodeWords(dim int) int { return (dim + 63) / 64 }

// Code writes the sign of each component of v into one bit of into.
func Code(v []float32, into []uint64) {
	clear(into)
	for i, x := range v {
		if x > 0 {
			into[i/64] |= 1 << (i % 64)
		}
	}
}

// A CodeTable is a list of 1-bit codes in blocks of CodeLanes. The last block is padded with zeros.
type CodeTable struct {
	Blocks []uint64
	Words  int // number of words per code
	Len    int // number of codes
}

// NewCodeTable returns an empty table for codes of the given number of words.
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

// At returns a copy of a code.
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

// A Near is the number of a code and its Hamming distance to the query. For unit vectors, the
// distance grows with the angle between them.
type Near struct {
	Number   uint32
	Distance uint32
}

// Scan returns the codes in [from, to) that are closest to query, in ascending order of number. It
// returns at least wanted codes if there are that many, including all codes that tie with the last one.
// from must be a multiple of CodeLanes. allowed has one bit per code of the table, least significant bit
// first; nil allows all codes.
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

// scanRun is the number of blocks scanned between updates of the distance limit.
const scanRun = 512

// A codeRun is the part of a table that a scan kernel processes in one call.
type codeRun struct {
	query   []uint64
	blocks  []uint64
	allowed []byte // one bit per code of the run; nil allows all codes
	first   uint32 // number of the run's first code
	codes   int
}

// Closest merges the results of Scan for parts of a table, as if Scan had run over the whole table.
func Closest(parts [][]Near, words, wanted int) []Near {
	all := nearest{wanted: max(wanted, 1), limit: uint32(64 * words), counts: make([]int, 64*words+1)}
	all.all = slices.Concat(parts...)
	all.narrow(0)
	slices.SortFunc(all.all, func(a, b Near) int { return cmp.Compare(a.Number, b.Number) })
	return all.all
}

// A nearest collects the codes within a distance limit. The limit shrinks as codes are found, but
// it never excludes the wanted number of closest codes.
type nearest struct {
	wanted int
	limit  uint32
	counts []int // number of codes at each distance, used by narrow
	all    []Near
}

// narrow lowers the limit as far as possible and drops the codes beyond it. It does nothing while
// the number of collected codes does not exceed capacity.
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
