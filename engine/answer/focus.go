package answer

import (
	"regexp"

	"github.com/scilit-lsp/scilit-lsp/engine/check"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A focus is what a question asks the number of: "crowd workers" in "How many crowd
// workers took part?"
type focus struct {
	stems map[string]bool // none where it asks for no number
}

// howMany begins the words that say what is counted.
var howMany = regexp.MustCompile(`(?i)\bhow many\s+`)

// maxFocus is how many of these words are read.
const maxFocus = 3

func (in *inquiry) focusOf(question string) focus {
	f := focus{make(map[string]bool)}
	at := howMany.FindStringIndex(question)
	if at == nil {
		return f
	}
	text.EachToken(question[at[1]:], func(word string, _, _ int) bool {
		if stem := text.Stem(word); in.words[stem] > 0 {
			f.stems[stem] = true
		}
		return !text.IsStop(word) && len(f.stems) < maxFocus
	})
	return f
}

// counts is 1 where a passage says how many there are, -1 where it does not, and 0 where
// that is not asked.
func (f focus) counts(passage string) float64 {
	switch {
	case len(f.stems) == 0:
		return 0
	case f.countedIn(passage):
		return 1
	}
	return -1
}

// numberBefore is within how many words before what it counts a number is.
const numberBefore = 4

func (f focus) countedIn(passage string) (found bool) {
	since := numberBefore
	text.EachToken(passage, func(word string, _, _ int) bool {
		if isNumber(word) {
			since = 0
			return true
		}
		found = since < numberBefore && f.stems[text.Stem(word)]
		since++
		return !found
	})
	return found
}

// otherNumerals are numerals that engine/check does not compare.
var otherNumerals = map[string]bool{
	"one": true, "hundred": true, "thousand": true, "million": true, "billion": true, "dozen": true, "both": true, "several": true,
}

func isNumber(word string) bool {
	return '0' <= word[0] && word[0] <= '9' || check.IsSpelledOut(word) || otherNumerals[word]
}
