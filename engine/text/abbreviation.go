package text

import (
	"strings"
	"unicode"
)

// LongForm returns the words at the end of s whose letters match an abbreviation, such as "soil
// organic carbon" for SOC. It returns "" if they do not match.
func LongForm(s, short string) string {
	letters := []rune(strings.ToLower(strings.TrimSuffix(strings.ReplaceAll(short, "-", ""), "s")))
	if upper := strings.IndexFunc(short, unicode.IsUpper); upper < 0 || len(letters) < 2 {
		return ""
	}
	words := strings.Fields(s)
	k := len(letters) - 1
	for i := len(words) - 1; i >= 0 && i >= len(words)-2*len(letters); i-- {
		parts := strings.FieldsFunc(words[i], func(r rune) bool { return r == '-' || r == '–' })
		for p := len(parts) - 1; p >= 0; p-- {
			if strings.ContainsAny(parts[p], ",;:.()") {
				return ""
			}
			if first := []rune(strings.ToLower(parts[p]))[0]; first != letters[k] {
				if !skippedByAbbreviations[strings.ToLower(parts[p])] {
					return ""
				}
				continue
			}
			if k--; k >= 0 {
				continue
			}
			if p > 0 {
				return ""
			}
			return strings.Join(words[i:], " ")
		}
	}
	return ""
}

var skippedByAbbreviations = wordSet("of the and for in to a on with by or from")
