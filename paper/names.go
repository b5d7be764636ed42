package paper

import "strings"

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
