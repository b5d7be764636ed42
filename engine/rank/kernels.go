package rank

import (
	"encoding/binary"
	"math/bits"
)

// The kernels: what the loops that read most of the memory come down to.
// Each has a twin for processors with wide registers (kernels_amd64.go), which
// gives the same results bit by bit and is chosen when the process starts.
var (
	scanRunOf   = scanPortable
	dotOf       = dotPortable
	keepOf      = keepPortable
	addMarkedOf = addMarkedPortable
)

// KeepAtLeast clears the bits of the sums that are lower than least. There are 64
// sums for each word of bits.
func KeepAtLeast(sums []uint16, least uint16, bits []uint64) { keepOf(sums, least, bits) }

func keepPortable(sums []uint16, least uint16, words []uint64) {
	for i, word := range words {
		if word == 0 {
			continue
		}
		lower := uint64(0)
		for at, sum := range sums[64*i : 64*i+64] {
			lower |= (uint64(sum) - uint64(least)) >> 63 << at
		}
		words[i] = word &^ lower
	}
}

// AddMarked adds to the sums that have a bit in marks, the lowest of a byte first. There are
// eight sums for each byte, and a multiple of eight bytes.
func AddMarked(sums []uint16, marks []byte, add uint16) { addMarkedOf(sums, marks, add) }

func addMarkedPortable(sums []uint16, marks []byte, add uint16) {
	for i := 0; i < len(marks); i += 8 {
		run := (*[64]uint16)(sums[8*i:])
		for word := binary.LittleEndian.Uint64(marks[i:]); word != 0; word &= word - 1 {
			run[bits.TrailingZeros64(word)] += add
		}
	}
}

// scanPortable appends to found the allowed codes of a run within limit.
func scanPortable(run codeRun, limit uint32, found []Near) []Near {
	for code := range run.codes {
		if run.allowed != nil && run.allowed[code/8]&(1<<(code%8)) == 0 {
			continue
		}
		if distance := run.distance(code); distance <= limit {
			found = append(found, Near{run.first + uint32(code), distance})
		}
	}
	return found
}

// distance is that of a code of the run to the query.
func (run *codeRun) distance(code int) (sum uint32) {
	block := run.blocks[code/CodeLanes*CodeLanes*len(run.query):]
	for w, q := range run.query {
		sum += uint32(bits.OnesCount64(q ^ block[w*CodeLanes+code%CodeLanes]))
	}
	return sum
}

// dotPortable is the inner product of two vectors of the same length.
func dotPortable(a, b []int8) (sum int32) {
	b = b[:len(a)]
	for i := range a {
		sum += int32(a[i]) * int32(b[i])
	}
	return sum
}
