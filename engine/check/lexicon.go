package check

import (
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

var (
	functionWords = english.Set("function words")
	frameWords    = english.Set("report frame")
	synonyms      = groups("synonyms")
)

var antonyms = antonymPairs("antonyms")

func antonymPairs(list string) map[string]map[string]bool {
	pairs := make(map[string]map[string]bool)
	add := func(a, b string) {
		if pairs[a] == nil {
			pairs[a] = make(map[string]bool)
		}
		pairs[a][b] = true
	}
	for _, pair := range english.Pairs(list) {
		for _, a := range pair[0] {
			for _, b := range pair[1] {
				add(text.Stem(a), text.Stem(b))
				add(text.Stem(b), text.Stem(a))
			}
		}
	}
	return pairs
}

var contrasts = english.Words("negative prefixes")

func isAntonym(a, b string) bool {
	return antonyms[a][b] || slices.ContainsFunc(contrasts, func(prefix string) bool {
		return len(a) > 4 && prefix+a == b || len(b) > 4 && prefix+b == a
	})
}

var comparatives = stemsOf("comparatives")

var strengthening = english.Set("strengtheners")

func stemsOf(list string) map[string]bool {
	all := make(map[string]bool)
	for _, word := range english.Words(list) {
		all[text.Stem(word)] = true
	}
	return all
}

var hedges = english.Set("hedges")
