package paper

import "strings"

// SameFamily reports whether two family names may be of one person: "van der Berg" and "Berg", "Mac
// Donald" and "MacDonald". An unknown name matches any.
func SameFamily(a, b string) bool {
	x, y := NormalTitle(a), NormalTitle(b)
	return x == "" || y == "" || x == y || endsWithName(a, y) || endsWithName(b, x)
}

// endsWithName reports whether the last words of a name are another one, which is folded.
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

// familyKey returns the last word of a family name, which its spellings usually share.
func familyKey(family string) string {
	words := strings.Fields(family)
	for i := len(words) - 1; i >= 0; i-- {
		if key := NormalTitle(words[i]); key != "" {
			return key
		}
	}
	return ""
}
