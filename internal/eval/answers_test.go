package eval

import (
	"math"
	"strings"
	"testing"
)

func TestPartialRatioIsOfTheClosestPart(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want float64
	}{
		{"oxidants", "such compounds are oxidants by definition", 100},
		{"oxidants", "such compounds are oxidents by definition", 87.5},
		{"abcd", "xxxx", 0},
		{"", "anything", 0},
		{"long text with clone in it", "clone", 100},
	} {
		if got := PartialRatio(test.a, test.b); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%q in %q: %g, want %g", test.a, test.b, got, test.want)
		}
	}
}

func TestVerdictsAreReadFromSentences(t *testing.T) {
	for said, want := range map[string]string{
		"Pooling significantly improved the accuracy.":                   "yes",
		"There was no difference between the groups.":                    "no",
		"Aspirin may help, but further studies are needed.":              "maybe",
		"Survival improved. It did not rise with age. Costs were lower.": "yes",
	} {
		if got := Verdict(strings.SplitAfter(said, ". ")); got != want {
			t.Errorf("%s: %s, want %s", said, got, want)
		}
	}
}
