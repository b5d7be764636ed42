package display

import "testing"

func TestASmallProbabilityIsNoDiscouragement(t *testing.T) {
	for relevance, want := range map[float64]string{0: "", 0.001: "may fit", 0.04: "fits", 0.1: "good fit", 0.6: "very good fit"} {
		if got := Fit(relevance); got != want {
			t.Errorf("%v: %q, want %q", relevance, got, want)
		}
	}
}
