package check

import "iter"

// ReportWords yields the words that a sentence about any paper may be made of:
// those of closed classes, and the verbs and nouns by which papers are reported.
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
