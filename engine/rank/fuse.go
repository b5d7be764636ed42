package rank

import (
	"cmp"
	"math"
)

// semanticShare is the weight of the semantic score in Fuse, tuned on contexts-dev.
const semanticShare = 0.5

// Fuse returns a convex combination of the standardised lexical and semantic scores of each
// candidate. If all candidates have the same score of one kind, that kind has no effect. Both
// slices must have the same length.
func Fuse(lexical, semantic []float64) []float64 {
	l, s := Standardise(lexical), Standardise(semantic)
	fused := make([]float64, len(lexical))
	for i := range fused {
		fused[i] = (1-semanticShare)*l[i] + semanticShare*s[i]
	}
	return fused
}

// Standardise scales scores to mean 0 and standard deviation 1. It returns zeros if all scores are
// equal.
func Standardise(scores []float64) []float64 {
	out := make([]float64, len(scores))
	mean, deviation := moments(scores)
	if deviation == 0 {
		return out
	}
	for i, x := range scores {
		out[i] = (x - mean) / deviation
	}
	return out
}

func moments(scores []float64) (mean, deviation float64) {
	if len(scores) == 0 {
		return 0, 0
	}
	for _, x := range scores {
		mean += x
	}
	mean /= float64(len(scores))
	for _, x := range scores {
		deviation += (x - mean) * (x - mean)
	}
	return mean, math.Sqrt(deviation / float64(len(scores)))
}

// Indicator returns 1 for true and 0 for false, as the value of a feature.
func Indicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// Descending compares two scores so that the higher one comes first.
func Descending(a, b float64) int { return cmp.Compare(b, a) }
