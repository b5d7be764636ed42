package rank

import "math/bits"

// The kernels: what the two loops that read most of the memory come down to.
// Each has a twin for processors with wide registers (kernels_amd64.go), which
// gives the same results bit by bit and is chosen when the process starts.
var (
	scanRunOf = scanPortable
	dotOf     = dotPortable
	keepOf    = keepPortable
)

// KeepAtLeast clears the bits of the scores that are lower than least. There are 64
// scores for each word of bits.
func KeepAtLeast(scores []uint32, least uint32, bits []uint64) { keepOf(scores, least, bits) }

func keepPortable(scores []uint32, least uint32, words []uint64) {
	for i, word := range words {
		if word == 0 {
			continue
		}
		lower := uint64(0)
		for at, score := range scores[64*i : 64*i+64] {
			lower |= (uint64(score) - uint64(least)) >> 63 << at
		}
		words[i] = word &^ lower
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
