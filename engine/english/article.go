package english

import (
	"slices"
	"strings"
	"unicode"
)

// Indefinite returns "a" or "an", whichever fits the sound of a phrase's first word.
func Indefinite(phrase string) string {
	word, _, _ := strings.Cut(phrase, " ")
	word, _, compound := strings.Cut(word, "-")
	low := strings.ToLower(word)
	var vowel bool
	switch digits := low[:len(low)-len(strings.TrimLeft(low, "0123456789"))]; {
	case digits != "":
		vowel = digits[0] == '8' || digits == "11" || digits == "18"
	case isSpelled([]rune(word), compound):
		vowel = strings.ContainsAny(low[:1], "aefhilmnorsx")
	default:
		vowel = begins(low, vowels) && (!begins(low, consonantSounds) || begins(low, exceptions))
	}
	if vowel {
		return "an"
	}
	return "a"
}

// isSpelled reports whether a word is read letter by letter, as in "SVM", "mRNA", "F1" or "n-gram".
func isSpelled(word []rune, compound bool) bool {
	upper := func(i int) bool { return i < len(word) && unicode.IsUpper(word[i]) }
	return len(word) == 1 && compound || len(word) > 1 && unicode.IsDigit(word[1]) || upper(1) && (upper(0) || upper(2))
}

// Beginnings of words by the sound of their first letters.
var (
	vowels          = strings.Fields("a e i o u heir honest honor honour hour")
	consonantSounds = strings.Fields("eu once one ubi uig uk unanim unary uni ura ure uri uro usa use usu ute uti uto")
	// Exceptions to consonantSounds, most of them negations such as "unimportant".
	exceptions = strings.Fields("onerous unima unimp unin unide unir")
)

func begins(word string, beginnings []string) bool {
	return slices.ContainsFunc(beginnings, func(beginning string) bool { return strings.HasPrefix(word, beginning) })
}
