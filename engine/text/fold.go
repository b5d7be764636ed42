package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns s in lower case without accents: "Gödel" becomes "godel". Special letters are spelled
// out: "ß" becomes "ss", "ø" becomes "o", and "æ" becomes "ae".
func Fold(s string) string {
	if isLowerASCII(s) {
		return s
	}
	if isASCII(s) {
		return strings.ToLower(s)
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range norm.NFKD.String(strings.ToLower(s)) {
		if unicode.Is(unicode.Mn, r) {
			continue
		}
		if plain, ok := plainLetters[r]; ok {
			b.WriteString(plain)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// foldWord folds a token and removes its possessive ending.
func foldWord(s string) string {
	if isLowerASCII(s) {
		return withoutPossessive(s)
	}
	// Some Arabic letters decompose into a space and marks.
	s = strings.ReplaceAll(strings.ReplaceAll(Fold(s), curlyApostrophe, "'"), " ", "")
	return withoutPossessive(s)
}

func withoutPossessive(s string) string {
	if len(s) > 2 && s[len(s)-2:] == "'s" {
		return s[:len(s)-2]
	}
	return s
}

var plainLetters = map[rune]string{
	'ß': "ss", 'ø': "o", 'æ': "ae", 'œ': "oe", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ı': "i", 'ħ': "h", 'ŧ': "t",
}

// FoldedWords returns the folded words of s, separated by single spaces. Characters other than letters
// and digits separate words. Derived IDs and the citation graph hash this form; titles are compared by
// paper.NormalTitle.
func FoldedWords(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	gap := false
	for _, r := range Fold(s) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			gap = true
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte(' ')
		}
		gap = false
		b.WriteRune(r)
	}
	return b.String()
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func isLowerASCII(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return false
		}
	}
	return true
}
