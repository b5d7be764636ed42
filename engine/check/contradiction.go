package check

import (
	"slices"

	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// contradictedFrom is the share of a claim that one passage shows at least before
// the passage can contradict it: a passage about something else contradicts nothing.
const contradictedFrom = 0.75

// contradiction is what the closest passage says the contrary of, "" where it says
// the contrary of nothing. A statement that the paper merely does not make is none.
func (f *findings) contradiction() string {
	if f.ownWork != "" || len(f.group) == 0 || f.covered(f.first) < contradictedFrom {
		return ""
	}
	if word := f.deniedWord(); word != "" {
		return "the passage says the contrary of “" + word + "”"
	}
	switch {
	case f.turnedComparison != "":
		return "the passage compares the other way round: “" + f.turnedComparison + "”"
	case f.bound != "":
		return "the passage bounds this the other way: “" + f.bound + "”"
	}
	return f.otherNumber()
}

// How much longer than the claim a passage may be whose own denial is about the claim: a
// long sentence denies something else of the same topic. Unit: words.
const timesAsLong, somewhatLonger = 2, 5

// deniedWord is a word of the claim that the closest passage has the contrary of.
func (f *findings) deniedWord() string {
	found := f.addedDenials
	if len(f.passages[f.group[0]].words) <= timesAsLong*len(f.claim.words)+somewhatLonger {
		found = slices.Concat(f.lostDenials, found, f.contrary)
	}
	for _, c := range found {
		if c.passage == f.group[0] && !attached[c.word] {
			return c.word
		}
	}
	return ""
}

// attached are words whose contrary may be said of something else in the same sentence:
// one thing with, and its counterpart without.
var attached = set("with without With Without")

// otherNumber finds a number of the claim in whose place the closest passage has
// another one, where no passage has the claim's.
func (f *findings) otherNumber() string {
	passage := f.passages[f.group[0]]
	for _, q := range f.claim.quantities {
		if isYear(q) || f.hasNumber(q) {
			continue
		}
		for _, r := range passage.quantities {
			if r.value != q.value && r.unit == q.unit && !isYear(r) && f.sameContext(q, r, passage) {
				return "the passage has " + r.written + " in place of " + q.written
			}
		}
	}
	return ""
}

func (f *findings) hasNumber(q quantity) bool {
	for _, passage := range f.passages {
		for _, r := range passage.quantities {
			if r.value == q.value {
				return true
			}
		}
	}
	return false
}

// isYear recognises the year of a citation or of an event, of which papers have many.
func isYear(q quantity) bool { return year.MatchString(q.value) }

var year = pattern.MustCompile(`^(?:1[5-9]|20)\d\d$`)
