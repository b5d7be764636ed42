package bib

import (
	"strings"
	"unicode"
)

// A Record is what a new entry is made from. All text is plain Unicode.
type Record struct {
	// Type is an entry type ("article") or a Crossref type
	// ("journal-article"); it is guessed from the rest where empty.
	Type      string
	Authors   []Name
	Title     string
	Year      int // 0 where unknown
	Month     int // 1..12, 0 where unknown
	Venue     string
	DOI       string
	ArXiv     string
	URL       string
	Volume    string
	Issue     string
	Pages     string
	Publisher string
}

// harmless is the record without line breaks, which could end a paragraph in
// the middle of a field, and without control characters.
func (r Record) harmless() Record {
	for _, s := range []*string{&r.Title, &r.Venue, &r.DOI, &r.ArXiv, &r.URL, &r.Volume, &r.Issue, &r.Pages, &r.Publisher} {
		*s = oneLine(*s)
	}
	authors := r.Authors
	r.Authors = make([]Name, len(authors))
	for i, a := range authors {
		r.Authors[i] = Name{Given: oneLine(a.Given), Family: oneLine(a.Family), Suffix: oneLine(a.Suffix)}
	}
	return r
}

// oneLine turns white space but the no-break space into single spaces, and drops
// what would show a text in another order, or not at all.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Bidi_Control, r) || r == '\u200B' || r == '\uFEFF' {
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) && r != '\u00A0' || unicode.IsControl(r) }), " ")
}
