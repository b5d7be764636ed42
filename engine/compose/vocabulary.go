package compose

import "github.com/scilit-lsp/scilit-lsp/engine/english"

// The lists in engine/english document the purpose of each set.

var closedClass = english.Set("sentence starts")

var (
	proposalVerbs = english.Set("proposal verbs")
	findingVerbs  = english.Set("finding verbs")
	studyVerbs    = english.Set("study verbs")
	actionVerbs   = english.Set("action verbs")
)

var joinedVerbs = english.Set("joined verbs")

var knownVerbs = union(proposalVerbs, findingVerbs, studyVerbs, actionVerbs)

func union(sets ...map[string]bool) map[string]bool {
	all := make(map[string]bool)
	for _, s := range sets {
		for word := range s {
			all[word] = true
		}
	}
	return all
}

var stateVerbs = english.Set("state verbs")

var paperNouns = english.Set("paper nouns")

var paperAdjectives = english.Set("paper adjectives")

var resultNouns = english.Set("result nouns")

var asserting = english.Set("asserting verbs")

var passiveVerbs = english.Set("reporting participles")

var alsoNouns = english.Set("verbs or nouns")

var frontAdverbs = english.Set("connecting adverbs")

var otherAdverbs = english.Set("kept adverbs")

var puffery = english.Words("praise")

var kindNouns = english.Classes("kinds of names")

var genericNouns = english.Set("generic words")

var pointingNouns = english.Set("pointing nouns")
