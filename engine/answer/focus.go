package answer

import (
	"regexp"

	"github.com/scilit-lsp/scilit-lsp/engine/check"
	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A focus is the counted noun in a question, such as "crowd workers" in "How many crowd workers
// took part?" It holds the stems, and is empty unless the question asks for a number.
type focus map[string]bool

// howMany matches the words before the counted noun.
var howMany = regexp.MustCompile(`(?i)\bhow many\s+`)

// maxFocus is the maximum number of stems in a focus.
const maxFocus = 3

func (in *inquiry) focusOf(question string) focus {
	f := make(focus)
	at := howMany.FindStringIndex(question)
	if at == nil {
		return f
	}
	text.EachToken(question[at[1]:], func(word string, _, _ int) bool {
		if stem := text.Stem(word); in.words[stem] > 0 {
			f[stem] = true
		}
		return !text.IsStop(word) && len(f) < maxFocus
	})
	return f
}

// counts returns 1 if a passage contains a number for the focus, -1 if it does not, and 0 if the
// focus is empty.
func (f focus) counts(passage string) float64 {
	switch {
	case len(f) == 0:
		return 0
	case f.countedIn(passage):
		return 1
	}
	return -1
}

// numberBefore is the maximum distance from a number to its noun, in words.
const numberBefore = 4

func (f focus) countedIn(passage string) (found bool) {
	since := numberBefore
	text.EachToken(passage, func(word string, _, _ int) bool {
		if isNumber(word) {
			since = 0
			return true
		}
		found = since < numberBefore && f[text.Stem(word)]
		since++
		return !found
	})
	return found
}

// otherNumerals are numerals that package engine/check does not recognize.
var otherNumerals = english.Set("other numerals")

func isNumber(word string) bool {
	return '0' <= word[0] && word[0] <= '9' || check.IsSpelledOut(word) || otherNumerals[word]
}
