package bib

import (
	"regexp"
	"slices"
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

// RecordOf returns the record of a stored paper, the only source of entries (invariant 1).
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

// tidy moves data out of the wrong field, such as "Jr." in a family name or a volume in a venue.
func (r Record) tidy() Record {
	authors := r.Authors
	r.Authors = make([]Name, len(authors))
	for i, a := range authors {
		r.Authors[i] = a.tidy()
	}
	if found := volumeInVenue.FindStringSubmatch(r.Venue); found != nil && !proceedings.MatchString(r.Venue) &&
		(r.Volume == "" || r.Volume == found[2]) {
		r.Venue, r.Volume = found[1], found[2]
		if r.Issue == "" {
			r.Issue = found[3]
		}
	}
	return r
}

var (
	// volumeInVenue matches "Computational Linguistics, Volume 44, Issue 4 - December 2018".
	volumeInVenue = regexp.MustCompile(`^(.+?),\s+Vol(?:ume|\.)?\s+(\d+)(?:,\s+(?:Issue|Number|No\.)\s+(\d+))?(?:\s+[-–]\s+\pL+\s+\d{4})?$`)
	// proceedings matches venues whose title includes the volume.
	proceedings = regexp.MustCompile(`(?i)\b(?:proceedings|conference|workshop|symposium)\b`)
)

// suffixes lists the generational suffixes of names, without periods.
var suffixes = []string{"jr", "sr", "ii", "iii", "iv"}

func (n Name) tidy() Name {
	for _, part := range []*string{&n.Family, &n.Given} {
		if rest, suffix := cutSuffix(*part); suffix != "" && n.Suffix == "" {
			*part, n.Suffix = rest, suffix
		}
	}
	if i := strings.LastIndexByte(n.Given, ' '); i > 0 && n.Suffix == "" && isSuffix(n.Family) {
		n.Given, n.Family, n.Suffix = n.Given[:i], n.Given[i+1:], n.Family
	}
	whole := paper.Author{Given: n.Given, Family: n.Family}.WithParticles()
	n.Given, n.Family = whole.Given, whole.Family
	return n
}

func isSuffix(word string) bool {
	return slices.Contains(suffixes, strings.ToLower(strings.TrimSuffix(word, ".")))
}

// cutSuffix removes a suffix such as "Jr." from the end of a name of several words.
func cutSuffix(name string) (rest, suffix string) {
	i := strings.LastIndexAny(name, " ,")
	if i <= 0 || !isSuffix(name[i+1:]) {
		return name, ""
	}
	return strings.TrimRight(name[:i], " ,"), name[i+1:]
}

// FamilyName returns a family name without its suffix, such as "King" for "King Jr.".
func FamilyName(family string) string {
	rest, _ := cutSuffix(family)
	return rest
}
