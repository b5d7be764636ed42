package verify

import (
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/internal/growth"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

func TestGrowthOfComparison(t *testing.T) {
	growth.Linear(t, append(growth.Repeat("a and ", "A. B and ", "a-b ", "(a ", "a: ", "10.1000/", "retracted ", "& "),
		growth.Text...), func(s string) {
		record := &paper.Paper{ID: "1", Title: "a " + s, Venue: s + " b", Pages: s, Volume: s, DOI: s, Year: 2020,
			Authors: []paper.Author{{Given: s, Family: "a"}, {Family: s}}}
		names, others := people(s)
		r := Reference{Title: s, Authors: names, Others: others, Venue: s, Publisher: s, DOI: "10.1/" + s, ArXiv: s,
			Pages: "1" + s, Volume: s, WrittenDOI: s, WrittenISBN: s, URL: "https://www.nature.com/articles/" + s,
			PMID: s, Year: 2021}
		result := Compare(r, []*paper.Paper{record, {ID: "2", Title: s, Authors: names}}, 2026)
		result.Settle(Names{s: true})
	})
}

func TestGrowthOfFiles(t *testing.T) {
	seeds := append(growth.Repeat("% scilit-check: ignore year\n", "% scilit-check: ignore\n@a{b,}\n",
		"@a{b,\n% scilit-check: ignore year, venue\n}\n", "% scilit-check: ignore \n% a\n", "%\n"), growth.Text...)
	growth.Linear(t, seeds, func(s string) {
		file := bib.Parse([]byte(s))
		ignored := IgnoredBy(Switches(file, s), nil)
		for i := range file.Entries {
			FromEntry(&file.Entries[i])
			ignored(&file.Entries[i])
		}
	})
}

// FuzzCompare checks that no entry or record breaks a comparison, that an entry made from a
// record does not contradict it, and that all findings have known codes.
func FuzzCompare(f *testing.F) {
	f.Add("Parsing with Care: A Study", "Müller, Jörg and van der Berg, Ada", "Proc. ACL 2019", "10.18653/v1/p19-9001",
		"101--110", 2019)
	f.Add("Retracted: [x] (y)", "and and others", "(ACL)", "10.1/", "e1", 0)
	f.Add("$x^2$ — \x00", "{The Group} and JR Smith III", "IEEE", "doi", "-", 99999)
	f.Fuzz(func(t *testing.T, title, authors, venue, doi, pages string, year int) {
		names, others := people(authors)
		r := Reference{Title: title, Authors: names, Others: others, Venue: venue, DOI: paper.DOI(doi), Pages: pages,
			Year: year, WrittenDOI: doi}
		same := &paper.Paper{ID: "same", Title: title, Authors: names, Venue: venue, DOI: doi, Pages: pages, Year: year}
		other := &paper.Paper{ID: "other", Title: venue, Authors: []paper.Author{{Family: title}}, Venue: doi, DOI: doi,
			Year: year}
		for _, candidates := range [][]*paper.Paper{{same}, {other}, {other, same, nil}} {
			result := Compare(r, candidates, 2026)
			result.Settle(nil)
			for _, found := range result.Findings {
				if KindOf(found.Code).Code == "" {
					t.Fatalf("no code: %v", found)
				}
			}
		}
		result := Compare(r, []*paper.Paper{same}, 0)
		result.Settle(nil)
		if readTitle(title).normal != "" && len(title) < maxField && len(names) < 20 && result.Verdict == Mismatch &&
			!strings.Contains(authors, ",") {
			t.Errorf("the record itself: %v", result.Findings)
		}
	})
}

func BenchmarkCompare(b *testing.B) {
	names, _ := people("Vaswani, A. and Shazeer, N. and Parmar, N. and Uszkoreit, J.")
	r := Reference{Title: "Attention is all you need", Authors: names, Venue: "Adv. Neural Inf. Process. Syst.",
		Year: 2017}
	record := &paper.Paper{ID: "1", Title: "Attention Is All You Need", Authors: names, Venue: "NeurIPS", Year: 2017}
	for b.Loop() {
		Compare(r, []*paper.Paper{record}, 2026)
	}
}
