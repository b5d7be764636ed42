package paper

import "strings"

// SameFamily reports whether two family names may belong to the same person, as "van der Berg" and
// "Berg", or "Mac Donald" and "MacDonald". An empty name matches any name.
func SameFamily(a, b string) bool {
	x, y := NormalTitle(a), NormalTitle(b)
	return x == "" || y == "" || x == y || endsWithName(a, y) || endsWithName(b, x)
}

// endsWithName reports whether name ends with other at a word boundary. other must be in normal
// form.
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

// familyKey returns the last word of a family name in normal form, which variants of a name usually
// share.
func familyKey(family string) string {
	words := strings.Fields(family)
	for i := len(words) - 1; i >= 0; i-- {
		if key := NormalTitle(words[i]); key != "" {
			return key
		}
	}
	return ""
}
