package text

import (
	"testing"

	"github.com/scilit-lsp/scilit-lsp/internal/growth"
)

func TestGrowthOfSentences(t *testing.T) {
	seeds := append(growth.Text, growth.Repeat("(xx. Aa) fig. ", "(xx. Aa fig. ", "e.g. A", "a. \n", "a.\n\n", "Is it. [1] A. ", "b.12 A", "1.2. ", "A.B.", "b.[1,")...)
	growth.Linear(t, append(seeds, growth.Seed{Before: "a", Unit: "\n"}, growth.Seed{Before: "a. ", Unit: " ", After: "b"}, growth.Seed{Before: "a. ", Unit: " "}, growth.Seed{Before: "a. ", Unit: " ("}), func(s string) { Sentences(s) })
}

func TestGrowthOfTerms(t *testing.T) {
	growth.Linear(t, growth.Text, func(s string) {
		EachTerm(s, func(string, bool) {})
		NewPhrase("a a a b").In(s)
		NewPhrase(s)
		NewNear("a a a b").In(s)
		NewNear(s)
		FoldedWords(s)
	})
}
