package check

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// movedNumber returns a number of the claim that the paper states for something else, if the paper
// states another number for the claim's subject.
func (a alignment) movedNumber() string {
	for k, q := range a.claim.quantities {
		if q.written[0] > '9' {
			continue // "two" is too frequent to compare
		}
		own, other := 0, 0
		for _, j := range a.group {
			passage := a.passages[j]
			for l, r := range passage.quantities {
				score := a.sharedAround(k, j, l)
				if r.value == q.value {
					own = max(own, score)
				} else if !a.claim.hasValue(r.value) {
					other = max(other, score)
				}
			}
		}
		isInGroup := slices.ContainsFunc(a.group, func(j int) bool { return a.passages[j].hasValue(q.value) })
		if other >= own+sharedByOther && isInGroup {
			return q.written
		}
	}
	return ""
}

// sharedByOther is the minimum difference in shared neighbours at which another number belongs to the
// claim's subject rather than this one.
const sharedByOther = 3

func (s sentence) hasValue(value string) bool {
	return slices.ContainsFunc(s.quantities, func(q quantity) bool { return q.value == value })
}

// sharedAround returns the number of stems around number k of the claim that also occur on the same side
// of number l in passage j.
func (a alignment) sharedAround(k, j, l int) int {
	before, after := a.claim.around(k)
	there, next := a.passages[j].around(l)
	return overlapping(before, there) + overlapping(after, next)
}

// around returns the stems between a number and the numbers before and after it.
func (s sentence) around(k int) (before, after map[string]bool) {
	q := s.quantities[k]
	start, end := 0, len(s.text)
	for _, other := range s.quantities {
		if past := other.at + len(other.written); past <= q.at {
			start = max(start, past)
		} else if other.at > q.at {
			end = min(end, other.at)
		}
	}
	return stemsIn(s.text[start:q.at]), stemsIn(s.text[min(len(s.text), q.at+len(q.written)):end])
}

func stemsIn(s string) map[string]bool {
	found := make(map[string]bool)
	for _, w := range wordsOf(s) {
		if w.kind == content || w.kind == frame {
			found[w.stem] = true
		}
	}
	return found
}

func overlapping(a, b map[string]bool) (n int) {
	for stem := range a {
		if b[stem] {
			n++
		}
	}
	return n
}

// overstated returns a quantifier of the claim, such as "all" where the paper has "most", or "always"
// where the paper hedges.
func (a alignment) overstated() string {
	if len(a.group) == 0 {
		return ""
	}
	passage := a.passages[a.group[0]]
	for i, w := range a.claim.words {
		if !universal[w.text] || a.groupHas(w) || w.text == "any" && a.claim.words[i].denied {
			continue
		}
		_, hedged := a.hedged()
		if w.text == "always" && hedged {
			return w.raw
		}
		for k := i + 1; k < min(len(a.claim.words), i+4); k++ {
			if passage.isPartial(a.claim.words[k]) {
				return w.raw
			}
		}
	}
	return ""
}

var (
	universal = english.Set("universal quantifiers")
	partial   = english.Set("partial quantifiers")
)

// isPartial reports whether a quantifier such as "most" shortly precedes w.
func (s sentence) isPartial(w word) bool {
	if w.kind != content && w.kind != frame {
		return false
	}
	for _, at := range s.at[w.stem] {
		for k := max(0, at-3); k < at; k++ {
			if partial[s.words[k].text] && s.words[k].clause == s.words[at].clause {
				return true
			}
		}
	}
	return false
}

// causalForCorrelated returns a causal phrase of the claim if the paper reports only an
// association.
func (a alignment) causalForCorrelated() string {
	cause := causal.FindString(strings.ToLower(a.claim.text))
	if cause == "" || len(a.group) == 0 {
		return ""
	}
	if !correlational.MatchString(strings.ToLower(a.passages[a.group[0]].text)) {
		return ""
	}
	for _, j := range a.group {
		if causal.MatchString(strings.ToLower(a.passages[j].text)) {
			return ""
		}
	}
	return strings.TrimSpace(cause)
}

// leftOpen returns the phrase by which the paper leaves the claim open, such as "expected that", if
// no passage asserts the claim.
func (a alignment) leftOpen() string {
	if len(a.group) == 0 || asks.MatchString(strings.ToLower(a.claim.text)) {
		return ""
	}
	first := a.group[0]
	open := opens.FindString(strings.ToLower(a.passages[first].text))
	if open == "" || a.covered(a.first) < coveredByOpen {
		return ""
	}
	for j, passage := range a.passages {
		if j != first && !opens.MatchString(strings.ToLower(passage.text)) &&
			a.covered(func(p part) float64 { return p.sure[j] }) >= coveredByOpen {
			return ""
		}
	}
	return strings.TrimSpace(open)
}

// coveredByOpen is the minimum share of the claim that the sentence with the open question must
// cover.
const coveredByOpen = 0.7

var (
	causal = pattern.MustCompile(`\b(?:causes?|caused|causing|leads? to|led to|leading to|results? in` +
		`|resulted in|due to|because of|owing to|drives?|drove|triggers?|triggered)\b`)
	correlational = pattern.MustCompile(`\b(?:associat\p{L}+|correlat\p{L}+|linked|cross-sectional|co-occur\p{L}*)\b`)
	opens         = pattern.MustCompile(`\b(?:hypothesi[sz]ed? that|conjectured? that|speculated? that` +
		`|expect(?:ed)? that|whether .{3,90}(?:remains?|could not|is unclear|is unknown|is open|is not known)` +
		`|remains? (?:open|unclear|unknown) whether)\b`)
	asks = pattern.MustCompile(`\b(?:hypothes\p{L}+|conjectur\p{L}+|speculat\p{L}+|expect\p{L}*|whether` +
		`|open|unclear|unknown|may|might|could|ask|asks|not|question|suggests?)\b`)
)
