package copying

import (
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/internal/growth"
)

func seeds() []growth.Seed {
	more := growth.Repeat("“", "”", "„a“ ", `"a`, `a" `, "‘", "’", "«a", "a\u200b", "а", "[1", "[1] ", "[1,", "1.", "A B ", "a b ",
		"red blue green ", "maximum likelihood a ")
	return append(more, growth.Text...)
}

func TestGrowthOfQuotations(t *testing.T) {
	growth.Linear(t, seeds(), func(s string) { Quoted(s) })
}

func TestGrowthOfRuns(t *testing.T) {
	growth.Linear(t, seeds(), func(s string) {
		NewManuscript([]Passage{{Text: s}}, 12, Excuses{Titles: []string{s}}).Runs([]string{s}, Excuses{Terms: []string{s}})
		NewManuscript(paragraphs(s), 12, Excuses{}).Runs(slices.Collect(strings.Lines(s)), Excuses{})
	})
}

func paragraphs(s string) (all []Passage) {
	for line := range strings.Lines(s) {
		all = append(all, Passage{Text: line})
	}
	return all
}

func TestGrowthOfSources(t *testing.T) {
	growth.Linear(t, seeds(), func(s string) { NewSource(s, Excuses{}).Longest(s) })
}
