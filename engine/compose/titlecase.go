package compose

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
)

// loweredAdjective returns a title with its first word in lower case. It returns true if that word
// is an adjective, according to its ending and the tagger. Adjectives derived from place names have
// other endings.
func loweredAdjective(title string) (string, bool) {
	first, rest, _ := strings.Cut(title, " ")
	low := strings.ToLower(first)
	if len(low) < 6 || low[1:] != first[1:] || !endsInAny(low, "al", "ar", "ary", "ive", "ous", "able", "ible",
		"omic", "netic", "genic", "logic") {
		return title, false
	}
	low += " " + rest
	tokens := syntax.TagRecent(low)
	return low, len(tokens) > 0 && tokens[0].Tag.IsAdjective()
}

// sentenceCase returns a title capitalized as it would be inside a sentence. It returns false if a
// capitalized word may or may not be a name.
func (p *parser) sentenceCase(title string) (string, bool) {
	s, ok := clean(title)
	if !ok || s == "" {
		return "", false
	}
	if !isTitleCase(s) {
		if first, _, _ := strings.Cut(strings.ToLower(s), " "); topicVerbs[strings.TrimSuffix(first, "s")] != "" {
			s = first + s[len(first):]
		} else {
			s, ok = p.casing.lowered(s)
		}
		if !ok {
			s, ok = loweredAdjective(s)
		}
		if first, rest, _ := strings.Cut(s, " "); !ok && strings.Contains(first, "-") {
			first, ok = p.casing.loweredCompound(first)
			s = first + " " + rest
		}
		words := strings.Fields(s)
		for i, word := range words {
			if low := strings.ToLower(word); capitalised(low) == word && p.casing.lower[low] && !p.casing.upper[low] {
				words[i] = low
			}
		}
		return strings.Join(words, " "), ok
	}
	words := strings.Fields(s)
	for i, word := range words {
		low, ok := p.casing.lowered(word + " ")
		if i > 0 && elements[word] {
			return "", false
		}
		if _, second, joined := strings.Cut(word, "-"); joined && (!ok || capitalised(second) == second) {
			low, ok = p.casing.loweredCompound(word)
		}
		if !ok && mayBeNamed(word) {
			low, ok = word, true
		}
		if !ok {
			return "", false
		}
		words[i] = strings.TrimSpace(low)
		if i > 0 && p.continuesName(words[:i], word) {
			words[i] = word
		}
	}
	return strings.Join(words, " "), true
}

// isUpper reports whether the paper always capitalizes a word inside sentences.
func (p *parser) isUpper(word string) bool {
	low := strings.ToLower(strings.Trim(word, ",.;:()"))
	return p.casing.upper[low] && !p.casing.lower[low]
}

// elements lists function words that look like chemical symbols in title case.
var elements = map[string]bool{"As": true, "At": true, "In": true, "I": true, "He": true, "No": true}

// mayBeNamed reports whether a capitalized word in a title may be derived from the name of a person
// or place, such as "Bayesian" and "Frank-Wolfe".
func mayBeNamed(word string) bool {
	word = strings.Trim(word, ",.;:()")
	first, second, joined := strings.Cut(word, "-")
	if joined {
		return capitalised(first) == first && capitalised(second) == second && second != "" &&
			!english.IsUsuallyLower(strings.ToLower(first)) && !english.IsUsuallyLower(strings.ToLower(second))
	}
	return capitalised(word) == word && endsInAny(word, "ian", "ean", "esian")
}

// continuesName reports whether the next word of a title belongs to the name that ends before it, as in
// "United States" or "General Data Protection Regulation". Unless the abstract writes it in either case,
// it belongs to a name of several words.
func (p *parser) continuesName(words []string, next string) bool {
	last := words[len(words)-1]
	if last != capitalised(last) || next != capitalised(next) || hasOwnForm(last) || endsInAny(last, ",", ":", ";") {
		return false
	}
	if strings.Contains(p.abstract, last+" "+strings.Trim(next, ",.;:()")) {
		return true
	}
	if !p.isUpper(last) || mayBeNamed(last) {
		return false
	}
	low := strings.ToLower(strings.Trim(next, ",.;:()"))
	return p.isUpper(next) || len(words) > 1 && p.isUpper(words[len(words)-2]) && !closedClass[low] && !p.casing.lower[low]
}

// uncapitalised returns a title that is written in capitals in lower case, except for the words that the
// abstract capitalizes. It returns false if the case of a word is unknown.
func (p *parser) uncapitalised(title string) (string, bool) {
	words := strings.Fields(title)
	if len(title) > maxSentence || !inCapitals(words) {
		return title, true
	}
	in := strings.Fields(p.abstract)
	forms, pairs := make(map[string]string), make(map[string]string)
	for i, word := range in {
		word = strings.Trim(word, aroundWords)
		if i == 0 || endsInAny(in[i-1], ".", "!", "?", ":") {
			continue
		}
		if low := strings.ToLower(word); forms[low] != low {
			forms[low] = word
		}
		if i > 1 && !endsInAny(in[i-2], ".", "!", "?", ":") {
			before := strings.Trim(in[i-1], aroundWords)
			pairs[strings.ToLower(before+" "+word)] = before + " " + word
		}
	}
	for i, word := range words {
		inner := strings.Trim(word, aroundWords)
		form, ok := forms[strings.ToLower(inner)]
		if !ok {
			form, ok = p.casing.loweredCompound(capitalised(strings.ToLower(inner)))
		}
		if !ok {
			return "", false
		}
		words[i] = strings.Replace(word, inner, form, 1)
	}
	for i := 1; i < len(words); i++ {
		if pair, ok := pairs[strings.ToLower(words[i-1]+" "+words[i])]; ok {
			words[i-1], words[i], _ = strings.Cut(pair, " ")
		}
	}
	return capitalised(strings.Join(words, " ")), true
}

// aroundWords lists the punctuation that is not part of a word.
const aroundWords = ",.;:!?()[]\"'“”‘’"

// inCapitals reports whether most longer words are entirely in capitals.
func inCapitals(words []string) bool {
	long, upper := 0, 0
	for _, w := range words {
		if len(w) > 3 {
			long++
			if w == strings.ToUpper(w) && w != strings.ToLower(w) {
				upper++
			}
		}
	}
	return upper > 2 && 4*upper > 3*long
}
