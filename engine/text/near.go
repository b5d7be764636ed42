package text

import "slices"

// Near is a set of words that are close to each other in a text, in any order. Stop words do not
// count.
type Near struct{ stems []string }

// nearSlack is the number of other words that may be between them.
const nearSlack = 8

// NewNear parses the words, each once.
func NewNear(s string) Near {
	stems := Terms(s)
	slices.Sort(stems)
	stems = slices.Compact(stems)
	return Near{stems[:min(len(stems), longestPhrase)]}
}

// In reports whether s has all the words in a run of at most nearSlack more words.
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
