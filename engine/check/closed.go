package check

import "iter"

// ReportWords yields the words that a sentence about any paper may have: function words, and the
// verbs and nouns that report papers.
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
