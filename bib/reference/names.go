package reference

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/bib"
)

// particle splits a family name such as "van der Maaten" before the first capitalized word.
func particle(family string) (particle, rest string) {
	words := strings.Fields(family)
	n := 0
	for n < len(words)-1 && unicode.IsLower([]rune(words[n])[0]) {
		n++
	}
	return strings.Join(words[:n], " "), typeset(strings.Join(words[n:], " "))
}

// initials returns the initials of given names, such as "J.-P. B." for "Jean-Paul B.".
func initials(given string) string {
	var all strings.Builder
	for _, name := range strings.FieldsFunc(given, func(r rune) bool { return unicode.IsSpace(r) || r == '.' }) {
		var parts []string
		for _, part := range strings.Split(name, "-") {
			if letter, size := utf8.DecodeRuneInString(part); size > 0 {
				parts = append(parts, string(letter)+".")
			}
		}
		switch joins := strings.HasPrefix(name, "-"); {
		case all.Len() == 0 || len(parts) == 0:
		case joins:
			all.WriteByte('-')
		default:
			all.WriteByte(' ')
		}
		all.WriteString(strings.Join(parts, "-"))
	}
	return all.String()
}

// creators returns the authors, or else the editors and their role, such as ", eds.".
func (w Work) creators(label, end string) (names []bib.Name, role string) {
	if len(w.authors) == 0 && len(w.editors) > 0 {
		return w.editors, ", " + plural(label, len(w.editors)) + end
	}
	return w.authors, ""
}

// inverted returns a name in the form "Family, Given particle, Jr."
func inverted(n bib.Name, given string) string {
	before, family := particle(n.Family)
	return joined(", ", family, joined(" ", given, before), typeset(n.Suffix))
}

// straight returns a name in the form "Given particle Family Jr."
func straight(n bib.Name, given string) string {
	return joined(" ", given, typeset(n.Family), typeset(n.Suffix))
}

// joined joins the non-empty parts.
func joined(separator string, parts ...string) string {
	var all []string
	for _, p := range parts {
		if p != "" {
			all = append(all, p)
		}
	}
	return strings.Join(all, separator)
}

// each returns the result of form for each item.
func each[T any](items []T, form func(i int, item T) string) []string {
	all := make([]string, len(items))
	for i, item := range items {
		all[i] = form(i, item)
	}
	return all
}

// listed joins names with commas and a conjunction. If the list has at least comma names, a comma
// also precedes the conjunction.
func listed(names []string, conjunction string, comma int) string {
	last := len(names) - 1
	if last <= 0 {
		return strings.Join(names, "")
	}
	separator := " "
	if len(names) >= comma {
		separator = ", "
	}
	return strings.Join(names[:last], ", ") + separator + conjunction + " " + names[last]
}

// plural appends an "s" if n is greater than one.
func plural(word string, n int) string {
	if n > 1 {
		return word + "s"
	}
	return word
}
