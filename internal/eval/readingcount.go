package eval

import (
	"fmt"
	"math"
)

// A Rate is a share with its 95 % confidence interval, computed by Wilson's method.
type Rate struct {
	Count int     `json:"count"`
	Of    int     `json:"of"`
	Share float64 `json:"share"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// String returns the counts, the share and, in parentheses, its bounds.
func (r Rate) String() string {
	return fmt.Sprintf("%3d of %3d  %.3f (%.3f to %.3f)", r.Count, r.Of, r.Share, r.Low, r.High)
}

func rateOf(count, of int) Rate {
	r := Rate{Count: count, Of: of}
	if of == 0 {
		return r
	}
	const z = 1.959964
	n, p := float64(of), float64(count)/float64(of)
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	r.Share, r.Low, r.High = p, max(0, middle-half), min(1, middle+half)
	return r
}

// kappa returns Cohen's kappa of pairs of labels. It measures the agreement beyond chance and is at
// most 1.
func kappa(pairs [][2]string) float64 {
	n := float64(len(pairs))
	if n == 0 {
		return 0
	}
	agreed, first, second := 0.0, make(map[string]float64), make(map[string]float64)
	for _, p := range pairs {
		first[p[0]]++
		second[p[1]]++
		if p[0] == p[1] {
			agreed++
		}
	}
	chance := 0.0
	for label, count := range first {
		chance += count / n * second[label] / n
	}
	if chance == 1 {
		return 1
	}
	return (agreed/n - chance) / (1 - chance)
}
