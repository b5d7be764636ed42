package english

import "strings"

// Indefinite returns "a" or "an", whichever fits the word after it.
func Indefinite(word string) string {
	low := strings.ToLower(word)
	switch {
	case word != low && len(word) > 1 && strings.ToUpper(word) == word: // an abbreviation, as in "an SVM"
		if strings.ContainsAny(word[:1], "AEFHILMNORSX8") {
			return "an"
		}
		return "a"
	case strings.HasPrefix(low, "uni") || strings.HasPrefix(low, "use") || strings.HasPrefix(low, "eu") ||
		strings.HasPrefix(low, "one") || strings.HasPrefix(low, "uti"):
		return "a"
	case strings.HasPrefix(low, "hour") || strings.HasPrefix(low, "honest"):
		return "an"
	case low != "" && strings.ContainsAny(low[:1], "aeiou"):
		return "an"
	}
	return "a"
}
