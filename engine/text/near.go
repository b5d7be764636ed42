package text

import "slices"

// Near is a set of words that must occur close to each other in a text, in any order. It ignores
// stop words.
type Near struct{ stems []string }

// nearSlack is the maximum number of other words between the words of a Near.
const nearSlack = 8

// NewNear returns the distinct words of s as a Near.
func NewNear(s string) Near {
	stems := Terms(s)
	slices.Sort(stems)
	stems = slices.Compact(stems)
	return Near{stems[:min(len(stems), longestPhrase)]}
}

// In reports whether all the words occur in s, with at most nearSlack other words between them.
func (n Near) In(s string) (found bool) {
	last, at := make([]int, len(n.stems)), 0
	EachToken(s, func(word string, _, _ int) bool {
		if IsStop(word) {
			return true
		}
		at++
		if i, ok := slices.BinarySearch(n.stems, Stem(word)); ok {
			last[i] = at
			oldest := slices.Min(last)
			found = oldest > 0 && at-oldest < len(n.stems)+nearSlack
		}
		return !found
	})
	return found
}
