package search

import (
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A record gets its own names and terms, whichever records came before it.
func TestWhatIsKeptOfRecordsIsTheirOwn(t *testing.T) {
	first := paper.Paper{ID: "P18-1198", Title: "What you can cram into a vector", DOI: "10.18653/v1/P18-1198",
		Authors: []paper.Author{{Family: "Conneau"}}}
	all := []paper.Paper{first}
	for _, change := range []func(p *paper.Paper){
		func(p *paper.Paper) { p.DOI = "" },
		func(p *paper.Paper) { p.ArXiv = "1805.01070" },
		func(p *paper.Paper) { p.URL = "https://aclanthology.org/P18-1198" },
		func(p *paper.Paper) { p.ID = "pmid:123" },
		func(p *paper.Paper) { p.OpenAlex = "W1" },
		func(p *paper.Paper) { p.Title = "Vectors" },
		func(p *paper.Paper) { p.Authors = []paper.Author{{Family: "Baroni"}, {Family: "Conneau"}} },
		func(p *paper.Paper) { p.Authors = nil },
		func(p *paper.Paper) { p.Authors = []paper.Author{{}} },
	} {
		changed := first
		change(&changed)
		all = append(all, changed)
	}
	for range 2 {
		for _, p := range all {
			if got, want := namesOf(&p), p.Names(); !slices.Equal(got, want) {
				t.Errorf("%+v: %q, want %q", p, got, want)
			}
			got, want := factsOf(p.Title), titleFacts{uniqueTerms(p.Title), TitleHash(p.Title)}
			if !slices.Equal(got.terms, want.terms) || got.hash != want.hash {
				t.Errorf("%s: %v, want %v", p.Title, got, want)
			}
		}
	}
	if names := namesOf(&first); len(names) != cap(names) {
		t.Error("appending to names changes what is kept")
	}
}

// Overlong fields, as a hostile index may have them, are not cached.
func TestLongNamesAreNotKept(t *testing.T) {
	long := strings.Repeat("x", 2*maxRecentText+1)
	for _, p := range []paper.Paper{
		{DOI: long}, {ArXiv: long}, {URL: long}, {ID: long}, {OpenAlex: long}, {Title: long}, {Authors: []paper.Author{{Family: long}}},
	} {
		recentNames.Purge()
		recentTitles.Purge()
		namesOf(&p)
		factsOf(p.Title)
		if recentNames.Len() > 0 || len(p.Title) > 0 && recentTitles.Len() > 0 {
			t.Errorf("%d names and %d titles are kept", recentNames.Len(), recentTitles.Len())
		}
	}
}
