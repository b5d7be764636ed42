//go:build goexperiment.simd

package rank

import (
	"math/bits"
	"simd/archsimd"
)

func init() {
	if archsimd.X86.AVX512() && archsimd.X86.AVX512VPOPCNTDQ() {
		scanRunOf = scanAVX512
		dotOf = dotAVX512
	}
}

// longestCode bounds the query that is kept in registers and on the stack.
const longestCode = 16

// scanAVX512 is scanPortable, a block at a time.
func scanAVX512(run codeRun, limit uint32, found []Near) []Near {
	words := len(run.query)
	if words > longestCode {
		return scanPortable(run, limit, found)
	}
	var query [longestCode]archsimd.Uint64x8
	for w, q := range run.query {
		query[w] = archsimd.BroadcastUint64x8(q)
	}
	most := archsimd.BroadcastUint64x8(uint64(limit))
	var distances [CodeLanes]uint64
	for block := 0; block*CodeLanes < run.codes; block++ {
		lanes := lanesOf(run, block)
		if lanes == 0 {
			continue
		}
		rows := run.blocks[block*CodeLanes*words : (block+1)*CodeLanes*words]
		sum := archsimd.LoadUint64x8((*[CodeLanes]uint64)(rows)).Xor(query[0]).OnesCount()
		for w := 1; w < words; w++ {
			rows = rows[CodeLanes:]
			sum = sum.Add(archsimd.LoadUint64x8((*[CodeLanes]uint64)(rows)).Xor(query[w&(longestCode-1)]).OnesCount())
		}
		lanes &= sum.LessEqual(most).ToBits()
		if lanes == 0 {
			continue
		}
		sum.Store(&distances)
		for ; lanes != 0; lanes &= lanes - 1 {
			lane := bits.TrailingZeros8(lanes)
			found = append(found, Near{run.first + uint32(block*CodeLanes+lane), uint32(distances[lane])})
		}
	}
	return found
}

// lanesOf are the codes of a block that are there and allowed.
func lanesOf(run codeRun, block int) uint8 {
	lanes := uint8(0xff)
	if run.allowed != nil {
		lanes = run.allowed[block]
	}
	if left := run.codes - block*CodeLanes; left < CodeLanes {
		lanes &= 1<<left - 1
	}
	return lanes
}

// dotAVX512 is dotPortable, 32 components at a time. Products of int8 fit
// int16 in pairs, and sums of int32 do not depend on their order.
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
