package rank

import "math"

// A QuantisedVector is a vector quantised to int8. The original is approximately Components times Scale.
type QuantisedVector struct {
	Scale      float32
	Components []int8
}

// Quantise rounds each component of v to one of 255 levels, scaled to the largest absolute value.
// It stores the components in into.
func Quantise(v []float32, into []int8) QuantisedVector {
	largest := float32(0)
	for _, x := range v {
		largest = max(largest, float32(math.Abs(float64(x))))
	}
	if largest == 0 {
		clear(into)
		return QuantisedVector{Scale: 0, Components: into}
	}
	for i, x := range v {
		into[i] = int8(math.RoundToEven(float64(x / largest * 127)))
	}
	return QuantisedVector{Scale: largest / 127, Components: into}
}

// Unit returns the vector of length 1 with the direction of v, or zeros if v has no direction.
func Unit(v []float32) []float32 {
	unit := make([]float32, len(v))
	length := math.Sqrt(Inner(v, v))
	for i := range v {
		unit[i] = float32(float64(v[i]) / max(length, 1e-12))
	}
	return unit
}

// Dot returns the inner product of two vectors of the same length.
func Dot(a, b QuantisedVector) float64 {
	return float64(a.Scale) * float64(b.Scale) * float64(dotOf(a.Components, b.Components))
}

// Inner returns the inner product of two float vectors, or 0 if their lengths differ.
func Inner(a, b []float32) (sum float64) {
	if len(a) != len(b) {
		return 0
	}
	for i, x := range a {
		sum += float64(x) * float64(b[i])
	}
	return sum
}
