//go:build goexperiment.simd

package rank

import (
	"encoding/binary"
	"math/bits"
	"simd/archsimd"
)

func init() {
	if archsimd.X86.AVX512() && archsimd.X86.AVX512VPOPCNTDQ() {
		scanRunOf = scanAVX512
		dotOf = dotAVX512
		keepOf = keepAVX512
		addMarkedOf = addMarkedAVX512
	}
}

// longestCode is the maximum number of query words, which the kernels keep in registers and on the
// stack.
const longestCode = 16

// scanAVX512 implements scanPortable in two passes. The first is a tight loop that keeps the query
// in registers and finds the codes within limit. The second computes the distances of these codes.
func scanAVX512(run codeRun, limit uint32, found []Near) []Near {
	if len(run.query) > longestCode || run.codes > scanRun*CodeLanes {
		return scanPortable(run, limit, found)
	}
	var buffer [scanRun]uint8
	lanes := allowedLanes(&run, &buffer)
	nearLanes(&run, limit, lanes)
	for block, near := range lanes {
		for ; near != 0; near &= near - 1 {
			code := block*CodeLanes + bits.TrailingZeros8(near)
			found = append(found, Near{run.first + uint32(code), run.distance(code)})
		}
	}
	return found
}

// allowedLanes returns one byte per block, with a bit set for each existing, allowed code.
func allowedLanes(run *codeRun, buffer *[scanRun]uint8) []uint8 {
	lanes := buffer[:(run.codes+CodeLanes-1)/CodeLanes]
	if run.allowed != nil {
		copy(lanes, run.allowed)
	} else {
		for i := range lanes {
			lanes[i] = 0xff
		}
	}
	if left := run.codes % CodeLanes; left > 0 {
		lanes[len(lanes)-1] &= 1<<left - 1
	}
	return lanes
}

// nearLanes clears the bits of codes beyond limit. Codes of 256 and 384 bits have specialized
// loops, which are more than twice as fast.
func nearLanes(run *codeRun, limit uint32, lanes []uint8) {
	var query [longestCode]archsimd.Uint64x8
	for w, q := range run.query {
		query[w] = archsimd.BroadcastUint64x8(q)
	}
	bound := archsimd.BroadcastUint64x8(uint64(limit))
	switch len(run.query) {
	case 4:
		nearOf4(run.blocks, &query, bound, lanes)
	case 6:
		nearOf6(run.blocks, &query, bound, lanes)
	default:
		nearOfAny(run.blocks, query[:len(run.query)], bound, lanes)
	}
}

func nearOf4(blocks []uint64, query *[longestCode]archsimd.Uint64x8, bound archsimd.Uint64x8, lanes []uint8) {
	const size = 4 * CodeLanes
	q0, q1, q2, q3 := query[0], query[1], query[2], query[3]
	for i, allowed := range lanes {
		if len(blocks) < size {
			return
		}
		if allowed != 0 {
			sum := differing(blocks, q0).Add(differing(blocks[8:], q1))
			sum = sum.Add(differing(blocks[16:], q2).Add(differing(blocks[24:], q3)))
			lanes[i] = allowed & sum.LessEqual(bound).ToBits()
		}
		blocks = blocks[size:]
	}
}

func nearOf6(blocks []uint64, query *[longestCode]archsimd.Uint64x8, bound archsimd.Uint64x8, lanes []uint8) {
	const size = 6 * CodeLanes
	q0, q1, q2, q3, q4, q5 := query[0], query[1], query[2], query[3], query[4], query[5]
	for i, allowed := range lanes {
		if len(blocks) < size {
			return
		}
		if allowed != 0 {
			sum := differing(blocks, q0).Add(differing(blocks[8:], q1))
			sum = sum.Add(differing(blocks[16:], q2).Add(differing(blocks[24:], q3)))
			sum = sum.Add(differing(blocks[32:], q4).Add(differing(blocks[40:], q5)))
			lanes[i] = allowed & sum.LessEqual(bound).ToBits()
		}
		blocks = blocks[size:]
	}
}

func nearOfAny(blocks []uint64, query []archsimd.Uint64x8, bound archsimd.Uint64x8, lanes []uint8) {
	for i, allowed := range lanes {
		var sum archsimd.Uint64x8
		for _, q := range query {
			sum = sum.Add(differing(blocks, q))
			blocks = blocks[CodeLanes:]
		}
		lanes[i] = allowed & sum.LessEqual(bound).ToBits()
	}
}

// differing counts the bits in which one word of each code of a block differs from the query.
func differing(words []uint64, query archsimd.Uint64x8) archsimd.Uint64x8 {
	return archsimd.LoadUint64x8((*[CodeLanes]uint64)(words)).Xor(query).OnesCount()
}

// dotAVX512 implements dotPortable, 32 components at a time. It adds pairs of products in int32,
// where the order of summation does not matter.
func dotAVX512(a, b []int8) int32 {
	b = b[:len(a)]
	var sums archsimd.Int32x16
	for len(a) >= 32 {
		x := archsimd.LoadInt8x32((*[32]int8)(a)).ExtendToInt16()
		y := archsimd.LoadInt8x32((*[32]int8)(b)).ExtendToInt16()
		sums = sums.Add(x.DotProductPairs(y))
		a, b = a[32:], b[32:]
	}
	var parts [16]int32
	sums.Store(&parts)
	sum := dotPortable(a, b)
	for _, part := range parts {
		sum += part
	}
	return sum
}

// keepAVX512 implements keepPortable, 32 sums at a time.
func keepAVX512(sums []uint16, least uint16, words []uint64) {
	bound := archsimd.BroadcastUint16x32(least)
	for i, word := range words {
		if word == 0 {
			continue
		}
		run := (*[64]uint16)(sums[64*i:])
		kept := uint64(archsimd.LoadUint16x32((*[32]uint16)(run[:])).GreaterEqual(bound).ToBits())
		kept |= uint64(archsimd.LoadUint16x32((*[32]uint16)(run[32:])).GreaterEqual(bound).ToBits()) << 32
		words[i] = word & kept
	}
}

// addMarkedAVX512 implements addMarkedPortable, 32 sums at a time.
func addMarkedAVX512(sums []uint16, marks []byte, add uint16) {
	adds := archsimd.BroadcastUint16x32(add)
	for len(marks) >= 4 {
		run := (*[32]uint16)(sums)
		mask := archsimd.Mask16x32FromBits(binary.LittleEndian.Uint32(marks))
		archsimd.LoadUint16x32(run).Add(adds.Masked(mask)).Store(run)
		sums, marks = sums[32:], marks[4:]
	}
}
