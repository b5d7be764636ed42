package compose

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
)

var (
	finite      = english.Set("finite verbs")
	resultVerbs = english.Set("result verbs")
	beforeNoun  = english.Union(isMarkOfNoun, english.Set("before participles"))
)

// hasFinite reports whether the words contain a finite verb.
func hasFinite(words []string) bool {
	attributive := -1
	for i, w := range words {
		b := bare(w)
		if finite[b] || i > 0 && (resultVerbs[b] || takesObject(words, i)) {
			return true
		}
		if i == 0 || len(b) <= 4 || !strings.HasSuffix(b, "ed") || isCompoundParticiple(b) {
			continue
		}
		if !beforeNoun[bare(words[i-1])] && attributive != i-1 {
			return true
		}
		attributive = i // the word may modify a noun, as in "from optimized submerged fermentation"
	}
	return false
}

// takesObject reports whether an unlisted word seems to be a verb with an object, as in "augments
// the".
func takesObject(words []string, i int) bool {
	b := bare(words[i])
	return i+1 < len(words) && len(b) > 4 && strings.HasSuffix(b, "s") && !endsInAny(b, "ss", "us", "is") &&
		words[i] == b &&
		!beforeNoun[bare(words[i-1])] && beginsObject[bare(words[i+1])]
}

var beginsObject = english.Set("determiners")

// lacksVerb reports whether the text after "report that" is not a clause.
func lacksVerb(predicate string) bool {
	words := strings.Fields(predicate)
	if len(words) < 3 || baseOf(bare(words[0])) != "report" || bare(words[1]) != "that" || hasFinite(words[2:]) {
		return false
	}
	return !slices.ContainsFunc(words[3:], func(w string) bool {
		b := bare(w)
		return unchanging[b] || joinedVerbs[b] || baseOf(b) != "" && !alsoNouns[b] && !strings.HasSuffix(b, "ed")
	})
}

// LacksSubject reports whether a sentence begins with a verb and its object, like the imperative
// "Describe how X works." It returns false for nouns that look like verbs, as in "Studies show".
func LacksSubject(s string) bool {
	words := bareWords(s)
	if len(words) < 2 {
		return false
	}
	verb, next := words[verbAt(words)], at(words, verbAt(words)+1)
	isVerb := baseOf(verb) != "" || joinedVerbs[verb] || joinedVerbs[baseOfThird[verb]]
	return isVerb && objectsAlone[next] || knownVerbs[verb] && !alsoNouns[verb] && next == "that"
}

var objectsAlone = english.Set("determiners and question words")
