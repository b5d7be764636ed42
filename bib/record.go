package bib

import (
	"strings"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Record contains the data for a new entry in plain Unicode.
type Record struct {
	// Type is a type that TypeNamed recognizes. If empty, it is guessed from the other fields.
	Type      string
	Authors   []Name
	Title     string
	Year      int // 0 if unknown
	Month     int // 1 to 12; 0 if unknown
	Venue     string
	DOI       string
	ArXiv     string
	URL       string
	Volume    string
	Issue     string
	Pages     string
	Publisher string
}

// RecordOf returns the record of a stored paper, the only origin of entries (invariant 1).
func RecordOf(p *paper.Paper) Record {
	r := Record{
		Title: p.Title, Year: p.Year, Month: p.Month, Venue: p.Venue, DOI: p.DOI, ArXiv: p.ArXiv, URL: p.URL,
		Volume: p.Volume, Issue: p.Issue, Pages: p.Pages, Publisher: p.Publisher, Type: p.EntryType,
	}
	for _, a := range p.Authors {
		r.Authors = append(r.Authors, Name{Given: a.Given, Family: a.Family})
	}
	return r
}

// harmless removes control characters and line breaks, which could end a paragraph in a field.
func (r Record) harmless() Record {
	for _, s := range []*string{&r.Title, &r.Venue, &r.DOI, &r.ArXiv, &r.URL, &r.Volume, &r.Issue, &r.Pages,
		&r.Publisher} {
		*s = oneLine(*s)
	}
	authors := r.Authors
	r.Authors = make([]Name, len(authors))
	for i, a := range authors {
		r.Authors[i] = Name{Given: oneLine(a.Given), Family: oneLine(a.Family), Suffix: oneLine(a.Suffix)}
	}
	return r
}

// oneLine joins lines, keeps no-break spaces, and drops zero-width and bidirectional controls.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Bidi_Control, r) || r == '\u200B' || r == '\uFEFF' {
			return -1
		}
		return r
	}, s)
	isGap := func(r rune) bool { return unicode.IsSpace(r) && r != '\u00A0' || unicode.IsControl(r) }
	return strings.Join(strings.FieldsFunc(s, isGap), " ")
}
