package check

import "iter"

// ReportWords yields the words that fit a sentence about any paper: function words, and the verbs
// and nouns used to report results.
func ReportWords() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, words := range []map[string]bool{functionWords, frameWords} {
			for w := range words {
				if !yield(w) {
					return
				}
			}
		}
	}
}
