package bib

import (
	"strings"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/tex"
)

// A Name is a person's name. If only Family is set, it may be a group's name. Particles
// are part of the family name: "van der Maaten".
type Name struct {
	Given, Family string
	Suffix        string // suffix such as "Jr" or "III"
}

// String returns the name with given names first.
func (n Name) String() string {
	return strings.TrimSpace(strings.TrimSpace(n.Given+" "+n.Family) + " " + n.Suffix)
}

// ParseNames parses a BibTeX list of names, which are joined by "and". A name has the form "First
// von Last", "von Last, First" or "von Last, Jr, First". Text in braces counts as one word. others
// reports whether the list ends with "and others".
func ParseNames(tex string) (names []Name, others bool) {
	for _, words := range splitWords(topLevelWords(tex), "and") {
		if len(words) == 1 && words[0] == "others" {
			others = true
		} else if n := parseName(words); n != (Name{}) {
			names = append(names, n)
		}
	}
	return names, others
}

// topLevelWords splits TeX at white space, "~" and commas outside braces. It keeps commas as words.
func topLevelWords(tex string) []string {
	var words []string
	depth, start := 0, 0
	flush := func(end int) {
		if start < end {
			words = append(words, tex[start:end])
		}
		start = end + 1
	}
	for i := range len(tex) {
		switch c := tex[i]; {
		case c == '{':
			depth++
		case c == '}':
			depth--
		case depth > 0:
		case isSpace(c) || c == '~' && (i == 0 || tex[i-1] != '\\'):
			flush(i)
		case c == ',':
			flush(i)
			words = append(words, ",")
		}
	}
	flush(len(tex))
	return words
}

// splitWords splits a list of words at a separator, ignoring case.
func splitWords(words []string, separator string) [][]string {
	var parts [][]string
	start := 0
	for i, w := range words {
		if strings.EqualFold(w, separator) {
			parts = append(parts, words[start:i])
			start = i + 1
		}
	}
	return append(parts, words[start:])
}

func parseName(words []string) Name {
	parts := splitWords(words, ",")
	switch len(parts) {
	case 1:
		given, family := splitFamily(parts[0])
		return Name{Given: join(given), Family: join(family)}
	case 2:
		return Name{Given: join(parts[1]), Family: join(parts[0])}
	default:
		return Name{Given: join(parts[2]), Family: join(parts[0]), Suffix: join(parts[1])}
	}
}

// splitFamily splits "First von Last" before the particle, or else before the last word.
func splitFamily(words []string) (given, family []string) {
	for i, w := range words {
		if i == len(words)-1 || isParticle(w) {
			return words[:i], words[i:]
		}
	}
	return nil, nil
}

// isParticle reports whether a word starts with a lower-case letter. It ignores letters in braces
// unless the group starts with an accent command.
func isParticle(word string) bool {
	if strings.HasPrefix(word, "{") && !strings.HasPrefix(word, `{\`) {
		return false
	}
	for _, r := range tex.Decode(word) {
		if unicode.IsLetter(r) {
			return unicode.IsLower(r)
		}
	}
	return false
}

func join(words []string) string { return tex.Decode(strings.Join(words, " ")) }

// writtenNames splits a list at "and" outside braces, without changes. It omits "others".
func writtenNames(tex string) (names []string) {
	depth, start := 0, 0
	add := func(end int) {
		if name := strings.TrimSpace(tex[start:end]); name != "" && name != "others" {
			names = append(names, name)
		}
	}
	for i := 0; i < len(tex); i++ {
		switch c := tex[i]; {
		case c == '{':
			depth++
		case c == '}':
			depth--
		case depth == 0 && isSpace(c) && i+4 < len(tex) && strings.EqualFold(tex[i+1:i+4], "and") && isSpace(tex[i+4]):
			add(i)
			start, i = i+4, i+3
		}
	}
	add(len(tex))
	return names
}

// NewNames returns the value of a name field, with delimiters, for a list of authors. kept
// contains, for each author, the position of the name in the field to copy unchanged, or -1.
// NewNames returns "" if the field cannot be split into names.
func (e *Entry) NewNames(field *Field, authors []Name, kept []int) string {
	parsed, _ := ParseNames(e.raw(field))
	inside := e.file.Text(e.Inside(field))
	written := writtenNames(inside)
	if field.hasMacro || len(written) != len(parsed) || strings.ContainsAny(inside, "#\"") {
		return ""
	}
	h := e.file.habits()
	authors = Record{Authors: authors}.harmless().tidy().Authors
	list := make([]string, 0, len(authors))
	for i, a := range authors {
		name := ""
		if k := kept[i]; k >= 0 && k < len(written) {
			name = written[k]
		} else {
			name = h.name(a)
		}
		if name == "" {
			return ""
		}
		list = append(list, name)
	}
	return h.text(strings.Join(list, " and "))
}
