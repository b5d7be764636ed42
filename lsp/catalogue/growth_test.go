package catalogue

import (
	"testing"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/internal/growth"
)

func TestGrowthOfTheCatalogue(t *testing.T) {
	seeds := append(growth.Text, growth.Repeat("@a{b,title={T}}\n", "@a{b,title={Some words},author={A B and C D},year=2000}\n", "@a{b,crossref={b}}\n", "@string{a={b}}\n", "@a{b,title=a#a}\n")...)
	for _, before := range []string{"@a{", "@a{b,title={", "@a{b,author={", "@a{b,year={"} {
		seeds = append(seeds, growth.Within(before, growth.Text, "}}")...)
	}
	growth.Linear(t, seeds, func(s string) {
		first := New(bib.Parse(s), nil)
		second := New(first.File.Next("@a{b,title={new}}\n"+s), first)
		Search([]*Catalogue{first, second}, Query{Typed: NewTyped("new w"), Context: []string{"some words"}}, 50)
	})
}

// The typed text and the sentence before it may have any length.
func TestGrowthOfWhatIsTyped(t *testing.T) {
	file := New(bib.Parse("@a{b,title={Some words}}\n"), nil)
	growth.Linear(t, growth.Text, func(s string) {
		Search([]*Catalogue{file}, Query{Typed: NewTyped(s), Context: []string{s, s}}, 50)
	})
}
