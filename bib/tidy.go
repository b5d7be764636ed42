package bib

import (
	"regexp"
	"slices"
	"strings"
)

// tidy puts what records write into the wrong field where it belongs: "Jr." in
// a family name, a particle in the given names, a volume in the journal's name.
func (r Record) tidy() Record {
	authors := r.Authors
	r.Authors = make([]Name, len(authors))
	for i, a := range authors {
		r.Authors[i] = a.tidy()
	}
	if found := volumeInVenue.FindStringSubmatch(r.Venue); found != nil && !proceedings.MatchString(r.Venue) && (r.Volume == "" || r.Volume == found[2]) {
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
	// proceedings have volumes of their own, which are a part of their title.
	proceedings = regexp.MustCompile(`(?i)\b(?:proceedings|conference|workshop|symposium)\b`)
)

// suffixes may follow a family name, without stops.
var suffixes = []string{"jr", "sr", "ii", "iii", "iv"}

// particles are the words that records leave with the given names.
var particles = strings.Fields("van von der den de del della di da dos das du la le ter ten zu zur vom af av")

func (n Name) tidy() Name {
	for _, part := range []*string{&n.Family, &n.Given} {
		if rest, suffix := cutSuffix(*part); suffix != "" && n.Suffix == "" {
			*part, n.Suffix = rest, suffix
		}
	}
	given := strings.Fields(n.Given)
	first := len(given)
	for first > 1 && slices.Contains(particles, given[first-1]) {
		first--
	}
	if first < len(given) && n.Family != "" {
		n.Family = strings.Join(given[first:], " ") + " " + n.Family
		n.Given = strings.Join(given[:first], " ")
	}
	return n
}

// cutSuffix takes "Jr." off the end of a name of more words.
func cutSuffix(name string) (rest, suffix string) {
	i := strings.LastIndexAny(name, " ,")
	if i <= 0 || !slices.Contains(suffixes, strings.ToLower(strings.TrimSuffix(name[i+1:], "."))) {
		return name, ""
	}
	return strings.TrimRight(name[:i], " ,"), name[i+1:]
}

// FamilyName is a family name without what records write behind it, as in "King Jr.".
func FamilyName(family string) string {
	rest, _ := cutSuffix(family)
	return rest
}
