package tex

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// foldedLetters maps lower-case letters to ASCII letters. They have no accent command, so FoldRune
// cannot split them.
var foldedLetters = map[rune]string{
	'ß': "ss", 'ø': "o", 'ł': "l", 'æ': "ae", 'œ': "oe", 'ı': "i", 'ȷ': "j", 'đ': "d", 'ð': "d", 'þ': "th", 'ŋ': "ng",
	'ơ': "o", 'ư': "u", 'ħ': "h", 'ŧ': "t", 'ſ': "s", 'ƒ': "f",
	'ﬀ': "ff", 'ﬁ': "fi", 'ﬂ': "fl", 'ﬃ': "ffi", 'ﬄ': "ffl",
}

// FoldRune returns a lower-case letter without its accents. The result may consist of several
// letters.
func FoldRune(r rune) string {
	for {
		parts, ok := accentedAs[r]
		if !ok {
			break
		}
		r = parts.base
	}
	if s, ok := foldedLetters[r]; ok {
		return s
	}
	return string(r)
}

// FoldASCII removes accents from s and returns the ASCII letters and digits that remain, without
// changing their case.
func FoldASCII(s string) string {
	var out strings.Builder
	for _, r := range s {
		low := unicode.ToLower(r)
		folded := FoldRune(low)
		if folded[0] >= utf8.RuneSelf || !isLetter(folded[0]) && !unicode.IsDigit(r) {
			continue
		}
		if low != r {
			folded = strings.ToUpper(folded[:1]) + folded[1:]
		}
		out.WriteString(folded)
	}
	return out.String()
}
