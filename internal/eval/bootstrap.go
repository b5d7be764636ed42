package eval

import (
	"math"
	"math/rand/v2"
	"slices"
)

// An Interval is a mean with its 95 % bootstrap confidence interval. An interval of differences per
// query comes from a paired bootstrap.
type Interval struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

const (
	bootstrapDraws = 2000
	bootstrapSeed  = 1
)

// Bootstrap returns the mean of the values with its confidence interval. The same values always
// give the same interval.
func Bootstrap(values []float64) Interval {
	if len(values) == 0 {
		return Interval{}
	}
	random := rand.New(rand.NewPCG(bootstrapSeed, bootstrapSeed))
	means := make([]float64, bootstrapDraws)
	for i := range means {
		for range values {
			means[i] += values[random.IntN(len(values))]
		}
		means[i] /= float64(len(values))
	}
	slices.Sort(means)
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return Interval{sum / float64(len(values)), means[bootstrapDraws/40], means[bootstrapDraws-1-bootstrapDraws/40]}
}

// discount returns the weight that nDCG assigns to a result at a rank. Ranks are counted from 0.
func discount(place int) float64 { return 1 / math.Log2(float64(place)+2) }
