package english

import (
	"slices"
	"strings"
)

// Indefinite returns "a" or "an", whichever fits the word after it.
func Indefinite(word string) string {
	low := strings.ToLower(word)
	switch {
	case word != low && len(word) > 1 && strings.ToUpper(word) == word: // an abbreviation, as in "an SVM"
		if strings.ContainsAny(word[:1], "AEFHILMNORSX8") {
			return "an"
		}
		return "a"
	case beginsLike(low, "uni", "usa", "use", "usu", "ute", "uti", "eu", "one", "once", "ubi", "ura", "ure", "uri"):
		return "a"
	case beginsLike(low, "a", "e", "i", "o", "u", "hour", "honest"):
		return "an"
	}
	return "a"
}

func beginsLike(word string, beginnings ...string) bool {
	return slices.ContainsFunc(beginnings, func(beginning string) bool { return strings.HasPrefix(word, beginning) })
}
