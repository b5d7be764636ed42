package eval

import "strings"

// porter returns the stem of a word, as the reference implementation of ROUGE computes it: by
// Porter's algorithm with the extensions of NLTK. The engine's stemmer implements a newer version
// of the algorithm, which would change the scores.
func porter(word string) string {
	if stem, ok := irregular[word]; ok {
		return stem
	}
	if len(word) <= 2 {
		return word
	}
	word = step1c(step1b(step1a(word)))
	word = step2(word)
	word = firstRule(word, step3Rules)
	word = firstRule(word, step4Rules)
	return step5(word)
}

var irregular = map[string]string{
	"sky": "sky", "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie", "news": "news", "innings": "inning",
	"inning": "inning", "outings": "outing", "outing": "outing", "cannings": "canning", "canning": "canning",
	"howe": "howe", "proceed": "proceed", "exceed": "exceed", "succeed": "succeed",
}

// A suffixRule replaces a suffix if the measure of the remaining stem is larger than that of the
// rule.
type suffixRule struct {
	suffix, replacement string
	measure             int
}

// firstRule applies the first rule whose suffix matches. It leaves the word unchanged if the
// remaining stem is too short.
func firstRule(word string, rules []suffixRule) string {
	for _, r := range rules {
		if stem, ok := strings.CutSuffix(word, r.suffix); ok {
			if measure(stem) > r.measure && (r.suffix != "ion" || strings.HasSuffix(stem, "s") || strings.HasSuffix(stem, "t")) {
				return stem + r.replacement
			}
			return word
		}
	}
	return word
}

const always = -1

var (
	step1aRules = suffixRules(always, "sses:ss ies:i ss:ss s:")
	step2Rules  = suffixRules(0, `ational:ate tional:tion enci:ence anci:ance izer:ize bli:ble alli:al entli:ent eli:e ousli:ous
		ization:ize ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble fulli:ful`)
	step3Rules = suffixRules(0, "icate:ic ative: alize:al iciti:ic ical:ic ful: ness:")
	step4Rules = suffixRules(1, "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize")
)

// suffixRules reads rules from a list of suffixes, each with its replacement after a colon.
func suffixRules(measure int, list string) (rules []suffixRule) {
	for rule := range strings.FieldsSeq(list) {
		suffix, replacement, _ := strings.Cut(rule, ":")
		rules = append(rules, suffixRule{suffix, replacement, measure})
	}
	return rules
}

func step1a(word string) string {
	if strings.HasSuffix(word, "ies") && len(word) == 4 {
		return word[:3]
	}
	return firstRule(word, step1aRules)
}

func step1b(word string) string {
	if stem, ok := strings.CutSuffix(word, "ied"); ok {
		if len(word) == 4 {
			return stem + "ie"
		}
		return stem + "i"
	}
	if stem, ok := strings.CutSuffix(word, "eed"); ok {
		if measure(stem) > 0 {
			return stem + "ee"
		}
		return word
	}
	for _, suffix := range []string{"ed", "ing"} {
		if stem, ok := strings.CutSuffix(word, suffix); ok && hasVowel(stem) {
			return mended(stem)
		}
	}
	return word
}

// mended corrects the end of a stem after "ed" or "ing" was removed: "hopp" to "hop", "fil" to
// "file", "conflat" to "conflate".
func mended(stem string) string {
	for _, ending := range []string{"at", "bl", "iz"} {
		if strings.HasSuffix(stem, ending) {
			return stem + "e"
		}
	}
	n := len(stem)
	switch {
	case n >= 2 && stem[n-1] == stem[n-2] && isConsonant(stem, n-1):
		if strings.IndexByte("lsz", stem[n-1]) >= 0 {
			return stem
		}
		return stem[:n-1]
	case measure(stem) == 1 && endsShort(stem):
		return stem + "e"
	}
	return stem
}

func step1c(word string) string {
	if n := len(word); n > 2 && word[n-1] == 'y' && isConsonant(word, n-2) {
		return word[:n-1] + "i"
	}
	return word
}

func step2(word string) string {
	if stem, ok := strings.CutSuffix(word, "alli"); ok && measure(stem) > 0 {
		return step2(stem + "al")
	}
	if strings.HasSuffix(word, "logi") { // the stem before this suffix includes the letter l
		if measure(word[:len(word)-3]) > 0 {
			return word[:len(word)-1]
		}
		return word
	}
	return firstRule(word, step2Rules)
}

func step5(word string) string {
	if stem, ok := strings.CutSuffix(word, "e"); ok {
		if m := measure(stem); m > 1 || m == 1 && !endsShort(stem) {
			word = stem
		}
	}
	if strings.HasSuffix(word, "ll") && measure(word[:len(word)-1]) > 1 {
		word = word[:len(word)-1]
	}
	return word
}

// measure returns the number of sequences in the stem that consist of vowels followed by
// consonants.
func measure(stem string) (runs int) {
	vowel := false
	for i := range len(stem) {
		consonant := isConsonant(stem, i)
		if vowel && consonant {
			runs++
		}
		vowel = !consonant
	}
	return runs
}

func hasVowel(stem string) bool {
	for i := range len(stem) {
		if !isConsonant(stem, i) {
			return true
		}
	}
	return false
}

// isConsonant reports whether the letter at index i is a consonant. The letter "y" is a vowel after
// a consonant, and otherwise a consonant.
func isConsonant(word string, i int) bool {
	switch word[i] {
	case 'a', 'e', 'i', 'o', 'u':
		return false
	case 'y':
		return i == 0 || !isConsonant(word, i-1)
	}
	return true
}

// endsShort reports whether a word ends in a consonant, a vowel and a consonant other than w, x and
// y. It also reports true for a word that consists of a vowel and a consonant.
func endsShort(word string) bool {
	n := len(word)
	if n == 2 {
		return !isConsonant(word, 0) && isConsonant(word, 1)
	}
	return n > 2 && isConsonant(word, n-3) && !isConsonant(word, n-2) && isConsonant(word, n-1) &&
		strings.IndexByte("wxy", word[n-1]) < 0
}
