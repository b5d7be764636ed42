package route

import (
	"math"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
)

// A Truth is a claim together with its correct discipline.
type Truth struct {
	Claim      Claim
	Discipline Discipline
}

// Calibrated returns a copy of the model with the temperature and the advantages that maximize the
// likelihood of the correct repositories. All disciplines have equal weight.
func (m *Model) Calibrated(truths []Truth) *Model {
	c := newCalibration(m, truths)
	for size := 1.0; size > 0.01; size /= 2 {
		for c.improve(size) {
		}
	}
	return c.model()
}

// A calibration optimizes the temperature and the advantages. The model's sums are precomputed.
type calibration struct {
	of         *Model
	sums       [][]float64 // sum for each truth and discipline
	right      []string    // correct repository of each truth
	weight     []float64
	divisor    float64 // logarithm of the temperature
	advantages map[string]float64
}

func newCalibration(m *Model, truths []Truth) *calibration {
	c := &calibration{of: m, divisor: math.Log(m.temperature), advantages: make(map[string]float64)}
	counts := make(map[Discipline]float64)
	for _, t := range truths {
		counts[t.Discipline]++
	}
	for _, t := range truths {
		if e := m.evidence(t.Claim); len(e.features) > 0 {
			c.sums = append(c.sums, m.sums(e))
			c.right = append(c.right, t.Discipline.Primary())
			c.weight = append(c.weight, 1/counts[t.Discipline])
		}
	}
	return c
}

// improve tries steps of the given size until one of them reduces the loss. It reports whether one did.
func (c *calibration) improve(size float64) bool {
	least := c.loss()
	for _, step := range []float64{size, -size} {
		if c.divisor += step; c.loss() < least-1e-9 {
			return true
		}
		c.divisor -= step
		for _, repository := range special() {
			if c.advantages[repository] += step; c.loss() < least-1e-9 {
				return true
			}
			c.advantages[repository] -= step
		}
	}
	return false
}

// special returns the primary repositories except the general one. Their advantages are relative to
// the general one's.
func special() (names []string) {
	for _, d := range disciplines {
		if name := d.Primary(); name != sources.General()[0] && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// shrinkage is the weight of the L2 regularization.
const shrinkage = 0.02

// loss returns the mean surprisal of the correct repositories, plus the regularization.
func (c *calibration) loss() (loss float64) {
	total, m := 0.0, c.model()
	for i, sums := range c.sums {
		right := 0.0
		for j, p := range m.shares(sums) {
			if disciplines[j].Primary() == c.right[i] {
				right += p
			}
		}
		loss -= c.weight[i] * math.Log(max(right, 1e-9))
		total += c.weight[i]
	}
	loss /= max(total, 1e-9)
	for _, advantage := range c.advantages {
		loss += shrinkage * advantage * advantage
	}
	return loss
}

func (c *calibration) model() *Model {
	m := *c.of
	m.temperature = math.Exp(c.divisor)
	m.advantage = make([]float64, len(disciplines))
	for j, d := range disciplines {
		m.advantage[j] = c.of.advantage[j] + c.advantages[d.Primary()]
	}
	return &m
}
