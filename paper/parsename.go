package paper

import (
	_ "embed" // for names.txt
	"regexp"
	"slices"
	"strings"
)

// ParseName parses a name written "Family, Given", "Family, Given, Suffix" or "Given Family".
// Particles before the family name belong to it even if capitalized: "Benjamin Van Durme".
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

// familyStart returns the index of the first particle before words[last], or last.
// At least one given name remains.
func familyStart(words []string, last int, isParticle func(string) bool) int {
	first := last
	for first > 1 && isParticle(words[first-1]) {
		first--
	}
	if first < last && first > 1 && (words[first] == "e" || words[first] == "y") {
		first-- // joins two family names: "Silva e Oliveira"
	}
	return first
}

// nameSuffix matches a generational suffix after the family name.
var nameSuffix = regexp.MustCompile(`^(?:[JS]r\.?|I{2,3}|IV)$`)

// isUncapped reports whether a word has letters but no capital letters.
func isUncapped(word string) bool {
	return word == strings.ToLower(word) && word != strings.ToUpper(word)
}

// WithParticles moves particles from the end of the given names to the family name: "Mattia A. Di"
// "Gangi" becomes "Mattia A." "Di Gangi". Sources that split names before the last word misplace
// them.
func (a Author) WithParticles() Author {
	given := strings.Fields(a.Given)
	first := familyStart(given, len(given), func(word string) bool { return isParticle(word, given[0], a.Family) })
	if first == len(given) || a.Family == "" {
		return a
	}
	return Author{strings.Join(given[:first], " "), strings.Join(given[first:], " ") + " " + a.Family}
}

// wholeFamilies returns the authors with the longer family names of another record of the work
// where the full names are equal: "Beigman Klebanov" rather than "Klebanov".
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

// IsParticle reports whether a lower-case word can be part of the family name after it.
func IsParticle(word string) bool {
	return nameWords["any case"][word] || nameWords["lower case"][word]
}

// isParticle reports whether a word is part of the family name after it. first is the first word of
// the name, which is the family name in some countries.
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

// nameWords holds the word lists in names.txt.
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
