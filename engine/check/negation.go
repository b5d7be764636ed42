package check

import (
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
)

var negators = english.Set("negators")

// scopeOfNegation is the maximum number of content words in the scope of a negator.
const scopeOfNegation = 4

// markDenied flips the polarity of the words in the scope of each negator. The scope ends with the
// clause or the list that contains the negator.
func markDenied(words []word) {
	for i, w := range words {
		if !isNegation(words, i) {
			continue
		}
		left := scopeOfNegation
		clause := w.clause
		for j := i + 1; j < len(words) && left > 0; j++ {
			if words[j].text == "nor" || words[j].clause != clause && !listed(words, j) {
				break
			}
			clause = words[j].clause
			if words[j].kind == content || words[j].kind == frame {
				words[j].denied = !words[j].denied
				left--
			}
		}
	}
}

// longestItem is the maximum length of a list item, in words.
const longestItem = 8

// listed reports whether the comma before word j continues a list that ends in "or" or "nor".
func listed(words []word, j int) bool {
	return slices.ContainsFunc(words[j:min(len(words), j+longestItem)], func(w word) bool {
		return w.text == "or" || w.text == "nor"
	})
}

func isNegation(words []word, i int) bool {
	if words[i].text == "far" && i+1 < len(words) && words[i+1].text == "from" {
		return true
	}
	if !negators[words[i].text] || words[i].raw == "NO" { // "NO" is nitric oxide
		return false
	}
	return i+1 == len(words) || words[i+1].text != "only"
}
