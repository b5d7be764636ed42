package eval

import (
	"fmt"
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
	return bootstrap(len(values), func(sample []int) (mean float64) {
		for _, i := range sample {
			mean += values[i]
		}
		return mean / float64(len(sample))
	})
}

// bootstrap returns a statistic of n items with its confidence interval. The statistic receives the
// indices of the items.
func bootstrap(n int, statistic func(sample []int) float64) Interval {
	random, draws := rand.New(rand.NewPCG(bootstrapSeed, bootstrapSeed)), make([]float64, bootstrapDraws)
	sample := make([]int, n)
	for i := range draws {
		for j := range sample {
			sample[j] = random.IntN(n)
		}
		draws[i] = statistic(sample)
	}
	slices.Sort(draws)
	for i := range sample {
		sample[i] = i
	}
	return Interval{statistic(sample), draws[bootstrapDraws/40], draws[bootstrapDraws-1-bootstrapDraws/40]}
}

// String returns the mean and, in parentheses, the bounds.
func (i Interval) String() string { return fmt.Sprintf("%.3f (%.3f to %.3f)", i.Mean, i.Low, i.High) }

// oneIf returns 1 if a condition holds, and otherwise 0.
func oneIf(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// discount returns the weight that nDCG assigns to a result at a rank. Ranks are counted from 0.
func discount(place int) float64 { return 1 / math.Log2(float64(place)+2) }
