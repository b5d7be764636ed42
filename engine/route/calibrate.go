package route

import "math"

// A Truth is a claim whose discipline is known.
type Truth struct {
	Claim      Claim
	Discipline Discipline
}

// Temperature is what the sums of the weights are divided by.
func (m *Model) Temperature() float64 { return m.temperature }

// WithTemperature returns the model with another divisor.
func (m *Model) WithTemperature(divisor float64) *Model {
	other := *m
	other.temperature = divisor
	return &other
}

// Calibrated returns the model with the divisor under which the right repositories
// are likeliest.
func (m *Model) Calibrated(truths []Truth) *Model {
	best, least := m, math.Inf(1)
	for step := range 60 {
		candidate := m.WithTemperature(0.3 * math.Pow(1.06, float64(step)))
		if loss := candidate.loss(truths); loss < least {
			best, least = candidate, loss
		}
	}
	return best
}

// loss is the mean surprise at the right repository.
func (m *Model) loss(truths []Truth) (loss float64) {
	for _, t := range truths {
		e := m.evidence(t.Claim)
		if len(e.features) == 0 {
			continue
		}
		right := 0.0
		for i, p := range m.probabilities(e.features) {
			if disciplines[i].Primary() == t.Discipline.Primary() {
				right += p
			}
		}
		loss -= math.Log(max(right, 1e-9))
	}
	return loss / float64(max(1, len(truths)))
}
