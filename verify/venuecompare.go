package verify

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// compareVenues returns the code of the difference between two venues. It returns "" if they are
// the same or too vague to compare.
func compareVenues(entry, record venueReading) Code {
	if entry.vague || record.vague || entry.sameAs(record) {
		return ""
	}
	both := len(entry.known) > 0 && len(record.known) > 0
	switch {
	case entry.workshop != record.workshop && (both && entry.shares(record) || len(record.known) == 0):
		return VenueUnlike
	case both && !entry.workshop && !record.workshop:
		if entry.society(record) || record.society(entry) ||
			entry.kind() != record.kind() { // a conference paper may have become a journal article
			return VenueUnlike
		}
		return VenueDiffers
	case len(record.known) > 0 && !record.workshop && entry.claims() && !entry.near(record):
		return VenueDiffers
	}
	return VenueUnlike
}

// contradicts reports whether both names refer to known venues but have none in common. A DOI belongs to a
// publication in only one of them.
func (r venueReading) contradicts(other venueReading) bool {
	return len(r.known) > 0 && len(other.known) > 0 && !r.workshop && !other.workshop && !r.shares(other) &&
		!r.society(other) && !other.society(r)
}

// disjoint reports whether both names are written in full and have no word in common, even if
// abbreviated. It returns false for abbreviations, which could stand for any name.
func (r venueReading) disjoint(other venueReading) bool {
	a, b := r.writtenOut(), other.writtenOut()
	isInB := func(w string) bool {
		return slices.ContainsFunc(b, func(v string) bool { return eitherShort(v, w) || near(w, v) })
	}
	return len(a) > 0 && len(b) > 0 && !r.workshop && !other.workshop && !slices.ContainsFunc(a, isInB)
}

// minWritten is the minimum length in bytes of a word that is not treated as an abbreviation.
const minWritten = 5

// writtenOut returns the words of a name that are not abbreviations, or nil if the whole name may be an
// abbreviation.
func (r venueReading) writtenOut() (words []string) {
	if strings.Contains(r.text, ".") || r.vague {
		return nil
	}
	for _, w := range r.content() {
		if len(w) >= minWritten {
			words = append(words, w)
		} else if len(r.words) == 1 {
			return nil
		}
	}
	return words
}

// society reports whether r is the Association for Computational Linguistics and other is one of
// its venues. Entries often contain the society instead of the venue.
func (r venueReading) society(other venueReading) bool {
	isACL := func(v *venue) bool { return v.id == "acl" }
	return slices.ContainsFunc(r.known, isACL) && slices.ContainsFunc(other.known,
		func(v *venue) bool { return slices.Contains(v.prefixes, "10.18653") })
}

func (r venueReading) sameAs(other venueReading) bool {
	switch {
	case r.normal == other.normal, r.mainName() == other.mainName() && r.mainName() != "",
		len(r.words) > 0 && strings.Join(r.words, "") == strings.Join(other.words, ""):
		return true
	case r.workshop == other.workshop && r.shares(other):
		return true
	case r.isIn(other), other.isIn(r):
		return r.workshop == other.workshop || len(r.known)+len(other.known) == 0
	}
	if r.initialsOf(other) || other.initialsOf(r) {
		return true
	}
	a, b := r.journal(), other.journal()
	return a > 0 && a == b
}

// mainName returns the name of a journal in normal form, without its subtitle.
func (r venueReading) mainName() string {
	return paper.NormalTitle(beforeColon(r.text))
}

func (r venueReading) shares(other venueReading) bool {
	return slices.ContainsFunc(r.known, func(v *venue) bool { return slices.Contains(other.known, v) })
}

// isIn reports whether the words of r occur in other in the same order, possibly abbreviated. It
// returns false if both venues are in the table, since these are compared by identity, and if r has a
// single word but other has more than two.
func (r venueReading) isIn(other venueReading) bool {
	if len(r.known) > 0 && len(other.known) > 0 || len(r.words) == 1 && len(other.words) > 2 {
		return false
	}
	left := r.words
	for _, word := range other.words {
		if len(left) > 0 && eitherShort(left[0], word) {
			left = left[1:]
		}
	}
	return len(left) == 0 && len(r.words) > 0
}

// initialsOf reports whether r contains an acronym formed from the initials of other.
func (r venueReading) initialsOf(other venueReading) bool {
	initials, all := "", ""
	for _, w := range strings.FieldsFunc(other.text, isGap) {
		n := paper.NormalTitle(w)
		if n == "" {
			continue
		}
		all += firstLetter(n)
		if !noise[n] || n == "proceedings" || n == "annual" {
			initials += firstLetter(n)
		}
	}
	for _, token := range strings.FieldsFunc(r.text, isGap) {
		acronym := paper.NormalTitle(token)
		if len(acronym) >= 3 && hasCapitals(token) && (strings.HasPrefix(initials, acronym) ||
			strings.HasPrefix(all, acronym) || strings.HasSuffix(initials, acronym)) {
			return true
		}
	}
	return false
}

// claims reports whether a name is that of a particular venue, such as a journal or conference.
func (r venueReading) claims() bool {
	kinds := []string{"conference", "conf", "symposium", "symp", "workshop", "journal", "j", "transactions", "trans",
		"review", "letters", "meeting", "congress"}
	return len(r.known) > 0 || slices.ContainsFunc(r.words, func(w string) bool { return slices.Contains(kinds, w) })
}

// near reports whether two names, or the full names of known venues, share most words.
func (r venueReading) near(other venueReading) bool {
	shared := r.shared(other)
	return shared > 0 && 3*shared >= 2*max(len(r.content()), len(other.content())) && r.kind() == other.kind()
}

func (r venueReading) content() (words []string) {
	for _, w := range append(slices.Clone(r.words), r.names()...) {
		switch w {
		case "conference", "international", "symposium", "workshop", "journal", "transactions", "review", "letters",
			"meeting":
			continue
		}
		if !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return words
}

// names returns the words of the longest name of the first known venue.
func (r venueReading) names() []string {
	if len(r.known) == 0 {
		return nil
	}
	return r.known[0].full
}

func (r venueReading) kind() string {
	if len(r.known) > 0 {
		return r.known[0].kind
	}
	for _, w := range r.words {
		switch w {
		case "journal", "j", "transactions", "trans", "review", "letters":
			return "journal"
		case "conference", "conf", "symposium", "workshop", "meeting":
			return "conference"
		}
	}
	if r.journal() > 0 {
		return "journal"
	}
	return ""
}
