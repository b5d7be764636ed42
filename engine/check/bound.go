package check

import "strings"

// Phrases that make the number after them a lower or an upper bound.
var (
	lowerBounds = []string{"at least", "more than", "no less than", "no fewer than", "a minimum of", "above", "over",
		"exceeding"}
	upperBounds = []string{"up to", "at most", "no more than", "less than", "fewer than", "a maximum of", "below", "under"}
)

// turnedBound returns a bound of the claim, such as "at least 4", if the paper states an opposite
// bound, such as "up to 4".
func (a alignment) turnedBound() string {
	for k, q := range a.claim.quantities {
		side, phrase := a.claim.boundAt(k)
		if side == 0 {
			continue
		}
		same, contrary := false, false
		for _, j := range a.group {
			for l, r := range a.passages[j].quantities {
				if r.value == q.value {
					other, _ := a.passages[j].boundAt(l)
					same, contrary = same || other != -side, contrary || other == -side
				}
			}
		}
		if contrary && !same {
			return phrase + " " + q.written
		}
	}
	return ""
}

// boundAt returns 1 if quantity k is a lower bound, -1 if it is an upper bound and 0 otherwise.
func (s sentence) boundAt(k int) (side int, phrase string) {
	before := strings.ToLower(strings.TrimRight(s.text[:s.quantities[k].at], " ~<>"))
	for i, bounds := range [2][]string{lowerBounds, upperBounds} {
		for _, b := range bounds {
			if strings.HasSuffix(before, b) && !strings.HasSuffix(before, "no "+b) {
				return 1 - 2*i, b
			}
		}
	}
	return 0, ""
}
