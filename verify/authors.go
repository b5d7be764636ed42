package verify

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A person is a name prepared for comparison.
type person struct {
	text          string
	family, given string   // names in normal form
	parts         []string // normalized words of the family name
	last          string   // last element of parts
	words         []string // normalized words of the given name
	whole         string   // all normalized words in alphabetical order
	group         bool
	damaged       bool // the name has question marks in place of letters, or wrongly encoded letters
	debris        bool // the name is a fragment of a name that was split wrongly, such as "G. P"
}

// homonym matches the number that dblp appends to names shared by several people.
var homonym = regexp.MustCompile(`\s+\d{4}$`)

func readPeople(authors []paper.Author) []person {
	people := make([]person, 0, min(len(authors), maxAuthors))
	for _, a := range authors[:min(len(authors), maxAuthors)] {
		if p := readPerson(a); p.whole != "" {
			people = append(people, p)
		}
	}
	for i := range people { // a group's name may have been split at "and"
		p := &people[i]
		p.group = p.group || p.given == "" && (i > 0 && people[i-1].group || i+1 < len(people) && people[i+1].group)
	}
	return people
}

// withoutEnd removes "et al.", or the first letter of a truncated name, from the end of a record's
// list. cut reports whether it removed anything.
func withoutEnd(people []person) (kept []person, cut bool) {
	n := len(people)
	if n < 2 {
		return people, false
	}
	last := people[n-1]
	if isOthers(last.given+last.family) || isOthers(last.family+last.given) || last.debris && last.given == "" {
		return people[:n-1], true
	}
	return people, false
}

func readPerson(a paper.Author) person {
	family := homonym.ReplaceAllString(html.UnescapeString(clip(a.Family)), "")
	given := homonym.ReplaceAllString(html.UnescapeString(clip(a.Given)), "")
	family, given = withoutSuffix(family), withoutSuffix(given)
	if number.MatchString(family) || isSuffix(family) { // a number or suffix was parsed as the family name
		words := strings.Fields(given)
		given, family = strings.Join(words[:max(0, len(words)-1)], " "), strings.Join(words[max(0, len(words)-1):], " ")
	}
	p := person{text: strings.TrimSpace(given + " " + family)}
	// the name was written like "Nuzzo M De"
	if words := strings.Fields(given); len(words) > 0 && slices.Contains(particles, strings.ToLower(family)) {
		if i := slices.IndexFunc(words, func(w string) bool { return len(strings.Trim(w, ".")) >= 3 }); i >= 0 {
			family, given = family+" "+words[i], strings.Join(slices.Delete(words, i, i+1), " ")
		}
	}
	p.family, p.given, p.words, p.parts = letterForm(family), letterForm(given), nameWords(given), nameWords(family)
	if len(p.parts) > 0 {
		p.last = p.parts[len(p.parts)-1]
	}
	all := slices.Concat(p.parts, p.words)
	slices.Sort(all)
	p.whole = strings.Join(all, " ")
	p.group = isGroup(p)
	p.damaged = strings.ContainsAny(p.text, "?\ufffd") && lostLetter.MatchString(p.text) ||
		!isASCII(p.text) && misencodedName.MatchString(p.text)
	p.debris = utf8.RuneCountInString(p.family) == 1 || p.given == "" && utf8.RuneCountInString(p.family) == 2
	return p
}

// lostLetter matches a question mark in place of a letter that a catalogue could not represent.
var lostLetter = regexp.MustCompile(`\p{L}[?\x{fffd}]+\p{L}|\p{L}\x{fffd}|\p{L}\?$`)

// particles lists particles that become the whole family name if a name is parsed wrongly.
var particles = []string{"de", "di", "da", "del", "della", "der", "dos", "du", "el", "al", "la", "le", "van", "von",
	"ten", "ter", "van der", "van den", "de la"}

var number = regexp.MustCompile(`^\d{4}$`)

// withoutSuffix removes suffixes such as "Jr." from a name, since most records omit them.
func withoutSuffix(name string) string {
	words := strings.Fields(name)
	for len(words) > 1 && isSuffix(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	return strings.Join(words, " ")
}

func isSuffix(word string) bool {
	return slices.Contains([]string{"jr", "sr", "ii", "iii", "iv"}, strings.ToLower(strings.Trim(word, ".,")))
}

// letterForm returns a name in a normal form in which "ü", "ue" and "u" are equal.
func letterForm(name string) string { return digraphs.Replace(paper.NormalTitle(name)) }

var digraphs = strings.NewReplacer("ae", "a", "oe", "o", "ue", "u", "ss", "s")

// nameWords splits a name at periods, hyphens and spaces. It also splits two or three consecutive
// capitals, as in "JR", into initials.
func nameWords(name string) (words []string) {
	for word := range strings.FieldsFuncSeq(name, func(r rune) bool { return strings.ContainsRune(" .-‐‑–~\t\n,", r) }) {
		if len(word) <= 3 && len(word) > 1 && isCapitals(word) {
			for i := range len(word) {
				words = append(words, strings.ToLower(word[i:i+1]))
			}
			continue
		}
		if w := letterForm(word); w != "" {
			words = append(words, w)
		}
	}
	return words[:min(len(words), maxNameWords)]
}

const maxNameWords = 12

func isCapitals(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return r < 'A' || r > 'Z' })
}

func isGroup(p person) bool {
	if slices.ContainsFunc(slices.Concat(p.parts, p.words), func(word string) bool { return onlyGroups[word] }) ||
		groupWords[p.last] {
		return true
	}
	if len(p.parts) > 1 && slices.ContainsFunc(p.words, func(word string) bool { return groupWords[word] }) {
		return true // a group's name was split, as in "Radiation Therapy Oncology, Group"
	}
	if p.given != "" && len(p.words) < 2 {
		return false
	}
	return slices.ContainsFunc(slices.Concat(p.parts, p.words), func(word string) bool { return groupWords[word] })
}

var groupWords = setOf(`consortium collaboration group team network committee organization association
	initiative investigators project university institute society study trial party registry groupe gruppe grupo
	groups program programme center centre council`)

// onlyGroups is the set of words that occur only in the names of groups.
var onlyGroups = setOf(`collaboration consortium contributors committee investigators developers initiative
	organization organisation ministry agency bureau foundation association trialists cooperative collaborators
	of for the`)

// A likeness is the degree of similarity of two names.
type likeness int

const (
	others   likeness = iota // names of different persons
	alike                    // possibly the same person with another spelling or given name
	samePeer                 // names of the same person
)

func (p person) like(q person) likeness {
	switch {
	case p.whole == q.whole, p.given+p.family == q.given+q.family:
		return samePeer
	case p.sameFamily(q):
		return p.likeGiven(q)
	case p.family == q.given || q.family == p.given || p.swapped(q):
		return p.likeSwapped(q)
	case near(p.family, q.family) && p.initial() == q.initial(), p.given == q.given && len(p.given) > 2 &&
		min(len(p.family), len(q.family)) >= 6 && len(p.family) < maxNear && distance(p.family, q.family, 2) <= 2:
		return alike
	case p.blurs(q), q.blurs(p):
		return alike
	}
	return others
}

// misspells reports whether two names at the same position in both lists may be the same name with a
// typo, with lost letters, or with given and family names swapped and one of them abbreviated. damaged
// is set if one of the lists lacks letters.
func (p person) misspells(q person, damaged bool) bool {
	a, b := misread.Replace(p.family), misread.Replace(q.family)
	if n := min(len(a), len(b)); n >= 3 && n <= maxNear && p.initial() == q.initial() && distance(a, b, 1) <= 1 {
		return true
	}
	if damaged {
		lost := abs(len(p.family) - len(q.family))
		return lost <= maxLost && firstLetter(p.given) == firstLetter(q.given) &&
			(isWithin(p.family, q.family) || isWithin(q.family, p.family))
	}
	return p.crosses(q) && q.crosses(p)
}

// misread replaces letters that are confused in scanned texts with a common form.
var misread = strings.NewReplacer("rn", "m", "cl", "d", "ii", "n")

// joins reports whether p looks like two names joined, one of which is q: the words of p include
// all words of q and at least two more.
func (p person) joins(q person) bool {
	all := slices.Concat(p.parts, p.words)
	if len(q.words) == 0 || len(all) < len(q.parts)+len(q.words)+2 {
		return false
	}
	return !slices.ContainsFunc(slices.Concat(q.parts, q.words), func(w string) bool { return !slices.Contains(all, w) })
}

// maxLost is the maximum number of letters that a damaged name may lack.
const maxLost = 4

// crosses reports whether p's given names are all initials, one of which is that of q's family name.
func (p person) crosses(q person) bool {
	isName := func(w string) bool { return utf8.RuneCountInString(w) > 1 }
	return len(p.words) > 0 && !slices.ContainsFunc(p.words, isName) &&
		slices.Contains(p.words, firstLetter(q.family))
}

func (p person) initial() string { return firstLetter(p.given) }

func firstLetter(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return s[:n]
}

// sameFamily reports whether family names agree, apart from particles and parts of compounds.
func (p person) sameFamily(q person) bool {
	return p.family == q.family || p.last != "" && p.last == q.last || slices.Contains(p.parts, q.family) ||
		slices.Contains(q.parts, p.family)
}

// likeGiven compares given names. An initial matches a full name, and middle names may be missing.
func (p person) likeGiven(q person) likeness {
	if len(p.words) == 0 || len(q.words) == 0 {
		return samePeer
	}
	agrees := func(a string) bool {
		return slices.ContainsFunc(q.words, func(b string) bool { return agree(a, b) })
	}
	if p.given == q.given || slices.ContainsFunc(p.words, agrees) {
		return samePeer
	}
	if firstLetter(p.words[0]) == firstLetter(q.words[0]) {
		return alike
	}
	return others
}

// agree reports whether given names are similar, or one is an initial or short form of the other.
func agree(a, b string) bool {
	return a == b || utf8.RuneCountInString(a) == 1 && strings.HasPrefix(b, a) || utf8.RuneCountInString(b) == 1 &&
		strings.HasPrefix(a, b) || near(a, b) ||
		len(a) >= 3 && len(b) >= 3 && (strings.HasPrefix(a, b) || strings.HasPrefix(b, a))
}

// swapped reports whether the family name of one person is a given name of the other.
func (p person) swapped(q person) bool {
	return slices.Contains(p.words, q.last) || slices.Contains(q.words, p.last)
}

// likeSwapped compares two names, one of which may have its given and family names swapped.
func (p person) likeSwapped(q person) likeness {
	if agree(p.last, q.initialOrGiven()) && agree(q.last, p.initialOrGiven()) {
		return samePeer
	}
	if p.swapped(q) && p.initialOrGiven() != "" && p.initialOrGiven() == q.initialOrGiven() {
		return samePeer // one of two family names was parsed as a given name
	}
	return alike
}

func (p person) initialOrGiven() string {
	if len(p.words) == 0 {
		return ""
	}
	return p.words[0]
}
