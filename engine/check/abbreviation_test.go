package check

import (
	"slices"
	"testing"
)

// The long form of an abbreviation may contain another one. Both are expanded, in the same order
// each time (invariant 8).
func TestAbbreviationsAreWrittenOutInOneOrder(t *testing.T) {
	claim := "The SOC stock index follows soil organic carbon."
	passages := []string{
		"We measure soil organic carbon (SOC) and the SOC stock index (SSI).",
		"SSI is higher where SOC is.",
	}
	want := NewPaper(passages).spellOut(claim).passages
	for range 100 {
		if got := NewPaper(passages).spellOut(claim).passages; !slices.Equal(got, want) {
			t.Fatalf("%q, and before %q", got, want)
		}
	}
	if want[1] == passages[1] {
		t.Errorf("%q was not written out", passages[1])
	}
}
