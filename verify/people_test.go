package verify

import (
	"testing"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

func people(list string) (all []paper.Author, others bool) {
	names, others := bib.ParseNames(list)
	for _, n := range names {
		all = append(all, paper.Author{Given: n.Given, Family: n.Family})
	}
	return all, others
}

// TestAuthors compares author lists of entries with those of records.
func TestAuthors(t *testing.T) {
	for _, test := range []struct {
		code          Code
		entry, record string
	}{
		{"", "Vaswani, A. and Shazeer, N.", "Ashish Vaswani and Noam Shazeer"},
		{"", "Vaswani, Ashish and others", "Ashish Vaswani and Noam Shazeer and Niki Parmar"},
		{"", `G{\"o}del, Kurt and M{\"u}ller, J.`, "Kurt Gödel and Jürgen Mueller"},
		{"", "Van der Maaten, Laurens", "Laurens van der Maaten"},
		{"", "Maaten, L. v. d.", "Laurens van der Maaten"},
		{"", "Jian Tang and Tang Jie", "Tang Jian and Jie Tang"},
		{"", "Garc\\'ia, Luis", "Luis García Molina"},
		{"", "Hal Daum\\'e III", "Hal Daumé"},
		{"", "Bo Dai", "Bo Dai 0002"},
		{"", "JR Smith", "John R. Smith"},
		{"", "Josef VanGenabith", "Josef van Genabith"},
		{"", "Jacob Devlin and {Google Team}", "Jacob Devlin"},
		{AuthorName, "Yannis Konstas and Yejin Choi", "Ioannis Konstas and Yejin Choi"},
		{AuthorName, "Sina Zarriaiß and David Schlangen", "Sina Zarrieß and David Schlangen"},
		{AuthorsOrder, "Noam Shazeer and Ashish Vaswani", "Ashish Vaswani and Noam Shazeer"},
		{AuthorsMissing, "Yining Wang and Akshay Krishnamurthy",
			"Yining Wang and Ruosong Wang and Simon Du and Akshay Krishnamurthy"},
		{AuthorsExtra, "Ashish Vaswani and Noam Shazeer and Jane Doe", "Ashish Vaswani and Noam Shazeer"},
		{AuthorsCut, "A One and B Two and C Three and D Four and E Five and F Six",
			"A One and B Two and C Three and D Four and E Five and F Six and G Seven"},
		{AuthorsCut, "A One", "A One and B Two and C Three"},
		{AuthorsMissing, "A One and B Two and C Three", "A One and B Two and C Three and D Four"},
		{AuthorsMissing, "A One and C Three and D Four and E Five and F Six and G Seven",
			"A One and B Two and C Three and D Four and E Five and F Six and G Seven"},
		{AuthorsDiffer, "Nina Rodriguez and Ibrahim Diallo and Kenta Yamamoto",
			"Henrique Aguiar and Mauro Santos and Tingting Zhu"},
		{"", "S. Moss and R. Roe and {European Lung Cancer Working Party}", "Simon Moss and Rita Roe"},
		{"", "Moss, S. and Roe, R. and German and Group, Swiss Lung Cancer Study", "Simon Moss and Rita Roe"},
		{AuthorName, "Talalaj, J. and Kowal, E.", "Ta?a?aj, J. and Kowal, E."},
		{AuthorName, "Waldstrom, M. and Ornskov, D.", "Waldstrom, M. and Omskov, D."},
		{AuthorName, "Xi, L. F. and Kiviat, N. B.", "Long, F. X. and Kiviat, N. B."},
		{AuthorName, "Prado, J. V. and Esparza, M. M. and Vidal, A. R.",
			"Valeria, P. J. and Mario, E. M. and Roberto, V. A."},
		{AuthorsOrder, "Elizabeth O'Neil and Denis Rinfret and Patrick O'Neil",
			"Denis Rinfret and Patrick O'Neil and Elizabeth O'Neil"},
		{AuthorsCut, "Moss, S. and Roe, R. and Poe, E. and Doe, J.", "Moss, S. and Roe, R. and al., et"},
		{AuthorsCut, "Moss, S. and Roe, R. and Poe, E. and Doe, J.", "Moss, S. and Roe, R. and P"},
		{AuthorsCut, "A One and B Two and C Three and D Four and E Five and F Six and G Seven and H Eight",
			"A One and B Two and C Three and D Four and E Five and F Six"},
		{AuthorsExtra, "A One and B Two and C Three and D Four and E Five and F Six and G Seven",
			"A One and B Two and C Three and D Four and E Five and F Six"},
		{AuthorsExtra, "Moss, S. and Kim, R. and Poe, E.", "Moss, S. and Lee, R. and Poe, E."},
		{AuthorsCut, "A One and B Two and C Three", "A One and B Two and C Three and D Four and E Five and F Six and G Seven and H Eight and I Nine and J Ten and K Eleven and L Twelve"},
	} {
		entry, others := people(test.entry)
		record, _ := people(test.record)
		if got := compareAuthors(readPeople(entry), others, record); got.code != test.code {
			t.Errorf("%s, of %s: %q (%s), want %q", test.entry, test.record, got.code, got.detail, test.code)
		}
	}
}
