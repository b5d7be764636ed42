package compose

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
)

// bare returns a word in lower case, without surrounding punctuation.
func bare(word string) string {
	return strings.ToLower(strings.Trim(word, ",.;:!?()[]\"'“”‘’"))
}

// bareWords returns the words of s in lower case, without surrounding punctuation.
func bareWords(s string) []string {
	words := strings.Fields(s)
	for i, w := range words {
		words[i] = bare(w)
	}
	return words
}

func endsInAny(s string, endings ...string) bool {
	return slices.ContainsFunc(endings, func(ending string) bool { return strings.HasSuffix(s, ending) })
}

func startsWithAny(s string, beginnings ...string) bool {
	return slices.ContainsFunc(beginnings, func(beginning string) bool { return strings.HasPrefix(s, beginning) })
}

// capitalised capitalizes s unless its first word has a fixed form, such as "mRNA" or "p53".
func capitalised(s string) string {
	first, _, _ := strings.Cut(s, " ")
	if hasOwnForm(first) {
		return s
	}
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

// hasOwnForm reports whether a word's case must be kept, because the word has inner capitals,
// digits or Greek letters, or a single letter before its hyphen.
func hasOwnForm(word string) bool {
	for i, r := range word {
		if unicode.IsDigit(r) || i > 0 && unicode.IsUpper(r) || unicode.Is(unicode.Greek, r) {
			return true
		}
	}
	head, _, hyphenated := strings.Cut(word, "-")
	return hyphenated && utf8.RuneCountInString(head) == 1 && head != "A" && head != "a"
}

// A casing records how a paper capitalizes words inside sentences.
type casing struct{ lower, upper map[string]bool }

// newCasing reads an abstract and a body. It ignores the body's capitals, which may come from
// headings.
func newCasing(abstract, body []Source) casing {
	c := casing{make(map[string]bool), make(map[string]bool)}
	c.read(abstract)
	capitals := maps.Clone(c.upper)
	c.read(body)
	c.upper = capitals
	return c
}

func (c casing) read(sources []Source) {
	for _, s := range sources {
		for i, word := range strings.Fields(s.Text) {
			word = strings.Trim(word, ",.;:!?()[]\"'“”‘’")
			switch r, _ := utf8.DecodeRuneInString(word); {
			case i == 0:
			case unicode.IsLower(r):
				c.lower[word] = true
			default:
				c.upper[strings.ToLower(word)] = true
			}
		}
	}
}

// lowered returns s with its first word in the case it has inside a sentence. It returns false if
// that word may be a name.
func (c casing) lowered(s string) (string, bool) {
	first, rest, _ := strings.Cut(s, " ")
	word := strings.Trim(first, ",.;:")
	isBracketed := len(word) > 4 && word[0] == '(' && word[len(word)-1] == ')' // as in "multilevel (Hierarchical) models"
	if isBracketed {
		word = word[1 : len(word)-1]
	}
	low := strings.ToLower(word)
	switch {
	case hasOwnForm(word):
		return s, true
	case closedClass[low] || c.lower[low] || isCommonForm(low) || english.IsUsuallyLower(low):
		return strings.ToLower(first) + " " + rest, true
	case isBracketed, c.upper[low]:
		return s, true
	case english.IsUsuallyLower(strings.TrimSuffix(low, "s")):
		return strings.ToLower(first) + " " + rest, true
	}
	return s, false
}

// loweredCompound returns a compound such as "Drought-Stressed" or "Pre-trained" in lower case. It returns
// false if a part may be a name.
func (c casing) loweredCompound(word string) (string, bool) {
	low := strings.ToLower(word)
	if c.lower[strings.Trim(low, ",.;:()")] {
		return low, true
	}
	for part := range strings.SplitSeq(word, "-") {
		if low := strings.ToLower(part); prefixes[low] && capitalised(low) == part || low == part {
			continue
		}
		if lowered, ok := c.lowered(part + " "); !ok || strings.TrimSpace(lowered) != strings.ToLower(part) {
			return word, false
		}
	}
	return low, true
}

// prefixes lists first parts of compounds that are not words themselves.
var prefixes = english.Set("prefixes of compounds")

// isCommonForm reports whether a word's ending shows that it is not a name.
func isCommonForm(low string) bool {
	return len(low) > 6 && endsInAny(low, "tion", "tions", "ment", "ments", "ness", "ity", "ities", "ing", "ings",
		"ance", "ence", "ly", "ants", "ents", "ers", "ors", "ive", "isms", "ists",
		"ated", "cells", "ous", "ical", "able", "ible")
}

// listed returns the words in the lists of package english, which contain no names.
var listed = sync.OnceValue(english.Listed)
