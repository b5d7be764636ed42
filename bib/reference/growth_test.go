package reference

import (
	"testing"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/internal/growth"
	"github.com/scilit-lsp/scilit-lsp/tex"
)

func writeAll(t *testing.T, source string) {
	file := bib.Parse(source)
	var works []Work
	for i := range file.Entries {
		w := Of(&file.Entries[i])
		for _, style := range Styles {
			w.Format(style, "*", tex.Decode)
		}
		works = append(works, w)
	}
	for _, format := range FormatNames() {
		if _, err := Export(works, format, ""); err != nil {
			t.Error(err)
		}
	}
}

func TestGrowthOfReferences(t *testing.T) {
	seeds := growth.Repeat("@a{b,title={T}}\n", "@article{b,title={T},author={A B and C D},year=2000,journal={J},pages={1--2}}\n", "@inproceedings{b,crossref={b}}\n")
	for _, field := range []string{"title", "author", "editor", "journal", "pages", "number", "edition", "date", "year", "month", "doi", "url", "language", "publisher"} {
		seeds = append(seeds, growth.Within("@article{b,"+field+"={", growth.Repeat("A b: ", "A: b ", "{A} ", "A-b ", "A. ", "1--", "1st ", "A and ", "A, B and ", "a/b ", "2000-", "A -b ", "A-", ":", "... ", "“a” ", "and others and ", "https://"), "}}")...)
	}
	for _, field := range []string{"title", "author", "pages", "date"} {
		seeds = append(seeds, growth.Within("@incollection{b,"+field+"={", growth.Text, "}}")...)
	}
	growth.Linear(t, seeds, func(s string) { writeAll(t, s) })
}
