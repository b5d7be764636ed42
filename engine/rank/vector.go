package rank

import (
	"math"
	"math/bits"
)

// A Quantised vector holds int8 components; the component of the original is
// Scale times as large.
type Quantised struct {
	Scale      float32
	Components []int8
}

// Quantise rounds each component to one of 255 steps of the largest one.
func Quantise(v []float32, into []int8) Quantised {
	largest := float32(0)
	for _, x := range v {
		largest = max(largest, float32(math.Abs(float64(x))))
	}
	if largest == 0 {
		clear(into)
		return Quantised{Scale: 0, Components: into}
	}
	for i, x := range v {
		into[i] = int8(math.RoundToEven(float64(x / largest * 127)))
	}
	return Quantised{Scale: largest / 127, Components: into}
}

// Dot is the inner product of two vectors of the same length.
func Dot(a, b Quantised) float64 {
	sum, x, y := int32(0), a.Components, b.Components[:len(a.Components)]
	for i := range x {
		sum += int32(x[i]) * int32(y[i])
	}
	return float64(a.Scale) * float64(b.Scale) * float64(sum)
}

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

// Hamming counts the bits in which two codes of the same length differ. For
// unit vectors the angle between them grows with it.
func Hamming(a, b []uint64) (distance int) {
	b = b[:len(a)]
	for i := range a {
		distance += bits.OnesCount64(a[i] ^ b[i])
	}
	return distance
}
