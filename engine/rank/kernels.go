package rank

import (
	"encoding/binary"
	"math/bits"
)

// The kernels are the inner loops with the most memory traffic. Each has an AVX-512 version in
// kernels_amd64.go with bit-identical results, which is selected at startup if the processor
// supports it.
var (
	scanRunOf   = scanPortable
	dotOf       = dotPortable
	keepOf      = keepPortable
	addMarkedOf = addMarkedPortable
)

// KeepAtLeast clears the bits of sums below least. sums must have 64 elements per word of bits.
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

// AddMarked adds a value to the sums whose bit in marks is set, least significant bit first. sums
// must have eight elements per byte of marks, and len(marks) must be a multiple of eight.
func AddMarked(sums []uint16, marks []byte, add uint16) { addMarkedOf(sums, marks, add) }

func addMarkedPortable(sums []uint16, marks []byte, add uint16) {
	for i := 0; i < len(marks); i += 8 {
		run := (*[64]uint16)(sums[8*i:])
		for word := binary.LittleEndian.Uint64(marks[i:]); word != 0; word &= word - 1 {
			run[bits.TrailingZeros64(word)] += add
		}
	}
}

// scanPortable appends to found the allowed codes of a run whose distance is at most limit.
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

// distance returns the Hamming distance of a code to the query.
func (run *codeRun) distance(code int) (sum uint32) {
	block := run.blocks[code/CodeLanes*CodeLanes*len(run.query):]
	for w, q := range run.query {
		sum += uint32(bits.OnesCount64(q ^ block[w*CodeLanes+code%CodeLanes]))
	}
	return sum
}

// dotPortable returns the inner product of two vectors of the same length.
func dotPortable(a, b []int8) (sum int32) {
	b = b[:len(a)]
	for i := range a {
		sum += int32(a[i]) * int32(b[i])
	}
	return sum
}
