package bib

import (
	"strings"
	"testing"
)

func TestWhatStandsInTheWrongFieldIsMoved(t *testing.T) {
	f := Parse("")
	rec := Record{
		Title: "What you can cram", Year: 2018, Venue: "Computational Linguistics, Volume 44, Issue 4 - December 2018",
		Authors: []Name{{Given: "Martin Luther", Family: "King Jr."}, {Given: "Laurens van der", Family: "Maaten"}, {Given: "Henry, III", Family: "Ford"}, {Given: "De", Family: "La"}, {Given: "Hal Daumé", Family: "III"}},
	}
	text := f.Insert(rec, f.NewKey(rec, "[auth][year][title]-[journal]")).Text
	for _, want := range []string{"{king2018cram-cl,", "King, Jr., Martin Luther and van der Maaten, Laurens and Ford, III, Henry and La, De and Daumé, III, Hal", "{Computational Linguistics}", "{44}", "{4}"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
	for _, venue := range []string{"Proceedings of the Conference, Volume 2", "Nature", "Volume 7"} {
		if got := (Record{Venue: venue}).tidy(); got.Venue != venue || got.Volume != "" {
			t.Errorf("%s became %s, %s", venue, got.Venue, got.Volume)
		}
	}
	if got := (Record{Venue: "Physical Review, Vol. 47", Volume: "12"}).tidy(); got.Volume != "12" || got.Venue != "Physical Review, Vol. 47" {
		t.Errorf("a volume that differs is lost: %+v", got)
	}
}

func TestAWorkOfASeniorAndAJuniorIsFound(t *testing.T) {
	f := Parse("@book{king, author = {King, Jr., Martin Luther}, title = {Why We Can't Wait}}")
	if f.Find(Work{Title: "Why We Can't Wait", Author: "King Jr."}) == nil {
		t.Error("not found by its author's name with the suffix in it")
	}
}

func TestTitleWordsOfKeys(t *testing.T) {
	for title, want := range map[string]string{
		"What you can cram into a single vector": "cram",
		"Attention is all you need":              "attention",
		"All you need is love":                   "need",
		// if all words are stop words, the key contains the first one
		"Should we be using this": "should",
	} {
		if got := titleWord(title); got != want {
			t.Errorf("%s: %s, want %s", title, got, want)
		}
	}
}

func TestAWorkThatCannotBeFoundIsMissingSomething(t *testing.T) {
	for entry, want := range map[string]string{
		"@misc{a, author = {A}, title = {T}}":                   "year or date, doi or url",
		"@misc{a, author = {A}, title = {T}, year = 2001}":      "",
		"@misc{a, author = {A}, title = {T}, url = {http://x}}": "",
		"@misc{a, title = {T}, howpublished = {Letter}}":        "",
	} {
		if got := strings.Join(Parse(entry).Entries[0].Missing(), ", "); got != want {
			t.Errorf("%s: %q, want %q", entry, got, want)
		}
	}
}
