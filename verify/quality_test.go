package verify

import (
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// Records that programs extracted from pages contradict nothing, but differences are still reported.
func TestPoorRecordsContradictNothing(t *testing.T) {
	const entry = "@inproceedings{a, title={A careful study of large parsers and their uses}, " +
		"author={Jane Doe and Richard Roe and Ann Poe}, booktitle={Very Large Journal of Things}, year=2003}"
	for _, c := range []struct {
		name, authors, venue, title, doi string
		want                             Verdict
		code                             Code
	}{
		{"bare record of two authors", "Jane Doe and Ann Poe", "", "", "", Check, AuthorsCut},
		{"with a DOI the list is complete", "Jane Doe and Ann Poe", "", "", "10.1234/a", Mismatch, AuthorsExtra},
		{"bare record of another author", "Jane Doe and Max Moe", "", "", "", Mismatch, AuthorsDiffer},
		{"venue that ends early", "Jane Doe and Max Moe", "Proceedings of the very large &hellip;,", "", "10.1234/a", Check,
			AuthorsCut},
		{"venue in full", "Jane Doe and Max Moe", "Proceedings of the very large", "", "10.1234/a", Mismatch, AuthorsDiffer},
		{"all others, read from a page", "Max Moe", "Very Large,", "", "", Check, Unconfirmed},
		{"title in a wrong encoding", "Jane Doe and Richard Roe and Ann Poe", "",
			"A careful stâ€™dy of large parsers and their abuses", "", Check, TitleCut},
	} {
		record := &paper.Paper{Title: c.title, Authors: authorsOfNames(c.authors), Venue: c.venue, Year: 2003, DOI: c.doi}
		if c.title == "" {
			record.Title = "A careful study of large parsers and their uses"
		}
		r := compared(t, entry, record)
		if r.Verdict != c.want || !r.Has(c.code) {
			t.Errorf("%s: %s, %v", c.name, r.Verdict, r.Findings)
		}
	}
}

// Wrongly encoded names match by their intact letters; other names do not match.
func TestNamesInWrongEncodings(t *testing.T) {
	for _, c := range []struct {
		entry, record string
		same          bool
	}{
		{"Ralf Böttger", "R. B &#246; Ttger", true},
		{"Ralf Weidner", "R. B &#246; Ttger", false},
		{"Anna Böttger", "R. B &#246; Ttger", false},
		{"E. Zimányi", "E. ZimÃ¡nyi", true},
		{"H. Schќtz", "H. Schütz", true},
		{"H. Schќtz", "H. SchÃ¼tz", true},
		{"H. Schќtz", "H. Meier", false},
		{"P. Bфchtold", "P. Baechtold", true},
		{"Marta Patiño-Martínez", "M. Pati &#241; O-mart &#237; Nez", true},
		{"João São", "Max Moe", false},
	} {
		entry, _ := people(c.entry)
		record, _ := people(c.record)
		if a := compareAuthors(readPeople(entry), false, record); (a.shared == 1) != c.same {
			t.Errorf("%s and %s: %+v", c.entry, c.record, a)
		}
	}
}

// Catalogues write the kind of a session before or after a title.
func TestSessionsOfTitles(t *testing.T) {
	a, b := readTitle("Panel on next generation systems"), readTitle("Next generation systems (panel)")
	if grade, _ := compareTitles(a, b); grade != sameTitle {
		t.Error(grade)
	}
	if grade, _ := compareTitles(readTitle("Panel data and next generation systems"), b); grade >= respelled {
		t.Error(grade)
	}
}

// Hostile names take linear time and match nobody.
func TestHostileNamesInWrongEncodings(t *testing.T) {
	p := readPerson(paper.Author{Given: "A", Family: strings.Repeat("Ã¡a", 50_000)})
	q := readPerson(paper.Author{Given: "B", Family: strings.Repeat("b", 50_000)})
	if p.like(q) != others || q.like(p) != others {
		t.Error("a name of wrong letters matches another name")
	}
}
