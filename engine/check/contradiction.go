package check

import (
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// contradictedFrom is the minimum share of a claim that a passage must cover to contradict it.
const contradictedFrom = 0.75

// contradiction describes how the closest passage contradicts the claim, or returns "". A passage that
// only omits a part of the claim does not contradict it.
func (f *findings) contradiction() string {
	if f.ownWork != "" || len(f.group) == 0 || f.covered(f.first) < contradictedFrom {
		return ""
	}
	if word := f.deniedWord(); word != "" {
		return "the passage contradicts “" + word + "”"
	}
	switch {
	case f.turnedComparison != "":
		return "the passage compares “" + f.turnedComparison + "” the other way around"
	case f.bound != "":
		return "the passage contradicts the bound “" + f.bound + "”"
	}
	return f.otherNumber()
}

// A negation in a passage applies to the claim only if the passage has at most timesAsLong times as
// many words as the claim, plus somewhatLonger. In a longer passage, it probably concerns something
// else.
const timesAsLong, somewhatLonger = 2, 5

// deniedWord returns a word of the claim that the closest passage negates or replaces with its antonym.
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

var attached = english.Set("local antonyms")

// otherNumber describes a number in the claim that appears in no passage and for which the closest
// passage gives a different value.
func (f *findings) otherNumber() string {
	passage := f.passages[f.group[0]]
	for k, q := range f.claim.quantities {
		if side, _ := f.claim.boundAt(k); side != 0 || isYear(q) || f.hasNumber(q) {
			continue // a bound may differ from the number in the paper
		}
		for _, r := range passage.quantities {
			if r.value != q.value && r.unit == q.unit && !isYear(r) && f.sameContext(q, r, passage) {
				return "the passage has " + r.written + " instead of " + q.written
			}
		}
	}
	return ""
}

func (f *findings) hasNumber(q quantity) bool {
	return slices.ContainsFunc(f.passages, func(p sentence) bool { return p.hasValue(q.value) })
}

// isYear reports whether a number looks like a year. Years are not compared, since they are frequent.
func isYear(q quantity) bool { return year.MatchString(q.value) }

var year = pattern.MustCompile(`^(?:1[5-9]|20)\d\d$`)
