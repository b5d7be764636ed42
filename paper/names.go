package paper

import (
	_ "embed" // for go:embed
	"regexp"
	"slices"
	"strings"
)

// SameFamily reports whether two family names may belong to the same person, as "van der Berg" and
// "Berg", or "Mac Donald" and "MacDonald". An empty name matches any name.
func SameFamily(a, b string) bool {
	x, y := NormalTitle(a), NormalTitle(b)
	return x == "" || y == "" || x == y || endsWithName(a, y) || endsWithName(b, x)
}

// FirstFamily returns the family name of the first author, or "".
func FirstFamily(authors []Author) string {
	if len(authors) == 0 {
		return ""
	}
	return authors[0].Family
}

// endsWithName reports whether name ends with the words of other, which is in normal form.
func endsWithName(name, other string) bool {
	words, rest := strings.Fields(name), other
	for i := len(words) - 1; i >= 0 && rest != ""; i-- {
		before, ok := strings.CutSuffix(rest, NormalTitle(words[i]))
		if !ok {
			return false
		}
		rest = before
	}
	return rest == ""
}

// familyKey returns the last word of a family name in normal form, which variants usually share.
func familyKey(family string) string {
	words := strings.Fields(family)
	for i := len(words) - 1; i >= 0; i-- {
		if key := NormalTitle(words[i]); key != "" {
			return key
		}
	}
	return ""
}

// ParseName parses a name in the form "Family, Given", "Family, Given, Suffix" or "Given Family".
// Particles before the family name belong to it even if they are capitalized, as in "Benjamin Van
// Durme".
func ParseName(name string) Author {
	words := strings.Fields(name)
	name = strings.Join(words, " ")
	if family, given, ok := strings.Cut(name, ","); ok {
		given, suffix, _ := strings.Cut(given, ",")
		return Author{
			Given:  strings.Join(strings.Fields(given+" "+suffix), " "),
			Family: strings.TrimSpace(family),
		}.WithParticles()
	}
	last := len(words) - 1
	if last > 1 && nameSuffix.MatchString(words[last]) {
		last--
	}
	if last < 1 {
		return Author{Family: name}
	}
	first := familyStart(words, last, func(word string) bool {
		return isUncapped(word) || isParticle(word, words[0], words[last])
	})
	return Author{strings.Join(words[:first], " "), strings.Join(words[first:], " ")}
}

// familyStart returns the index of the first particle before words[last], or last if no particle
// precedes it. At least one given name remains before the index.
func familyStart(words []string, last int, isParticle func(string) bool) int {
	first := last
	for first > 1 && isParticle(words[first-1]) {
		first--
	}
	if first < last && first > 1 && (words[first] == "e" || words[first] == "y") {
		first-- // the particle joins two family names, as in "Silva e Oliveira"
	}
	return first
}

// nameSuffix matches a generational suffix that follows a family name.
var nameSuffix = regexp.MustCompile(`^(?:[JS]r\.?|I{2,3}|IV)$`)

// isUncapped reports whether a word contains letters but no capital letters.
func isUncapped(word string) bool {
	return word == strings.ToLower(word) && word != strings.ToUpper(word)
}

// WithParticles moves particles from the end of the given names to the family name. For example,
// "Mattia A. Di" "Gangi" becomes "Mattia A." "Di Gangi". Sources that split names before the last
// word misplace such particles.
func (a Author) WithParticles() Author {
	given := strings.Fields(a.Given)
	first := familyStart(given, len(given), func(word string) bool { return isParticle(word, given[0], a.Family) })
	if first == len(given) || a.Family == "" {
		return a
	}
	return Author{strings.Join(given[:first], " "), strings.Join(given[first:], " ") + " " + a.Family}
}

// wholeFamilies returns the authors with longer family names from another record of the work, such
// as "Beigman Klebanov" rather than "Klebanov". It takes a family name only if the full names are
// equal.
func wholeFamilies(authors, others []Author) []Author {
	if len(authors) != len(others) {
		return authors
	}
	whole := slices.Clone(authors)
	for i, other := range others {
		if len(other.Family) > len(whole[i].Family) && other.full() == whole[i].full() {
			whole[i] = other
		}
	}
	return whole
}

func (a Author) full() string { return NormalTitle(a.Given + " " + a.Family) }

// IsParticle reports whether a lower-case word can be the first part of a family name.
func IsParticle(word string) bool {
	return nameWords["any case"][word] || nameWords["lower case"][word]
}

// isParticle reports whether a word belongs to the family name that follows it. first is the first
// word of the name, which is the family name in some countries.
func isParticle(word, first, family string) bool {
	low := strings.ToLower(word)
	if word == low {
		return IsParticle(low)
	}
	eastAsian := nameWords["east asian"][strings.ToLower(first)] || nameWords["east asian"][strings.ToLower(family)]
	return nameWords["any case"][low] && !(nameWords["given name"][low] && eastAsian)
}

//go:embed names.txt
var nameData string

// nameWords contains the word lists in names.txt.
var nameWords = func() map[string]map[string]bool {
	lists, list := make(map[string]map[string]bool), ""
	for line := range strings.Lines(nameData) {
		switch line = strings.TrimSpace(line); {
		case line == "", line[0] == '#':
		case line[0] == '[':
			list = strings.Trim(line, "[]")
			lists[list] = make(map[string]bool)
		default:
			for word := range strings.FieldsSeq(line) {
				lists[list][word] = true
			}
		}
	}
	return lists
}()
