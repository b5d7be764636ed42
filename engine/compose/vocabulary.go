package compose

import "github.com/scilit-lsp/scilit-lsp/engine/english"

// The comments in engine/english/lists document the purpose of each set.
var (
	closedClass   = english.Set("sentence starts")
	proposalVerbs = english.Set("proposal verbs")
	findingVerbs  = english.Set("finding verbs")
	studyVerbs    = english.Set("study verbs")
	actionVerbs   = english.Set("action verbs")
	joinedVerbs   = english.Set("joined verbs")
	knownVerbs    = english.Union(proposalVerbs, findingVerbs, studyVerbs, actionVerbs)
	stateVerbs    = english.Set("state verbs")
	asserting     = english.Set("asserting verbs")
	passiveVerbs  = english.Set("reporting participles")

	paperNouns      = english.Set("paper nouns")
	paperAdjectives = english.Set("paper adjectives")
	resultNouns     = english.Set("result nouns")
	alsoNouns       = english.Set("verbs or nouns")
	kindNouns       = english.Classes("kinds of names")
	genericNouns    = english.Set("generic words")
	pointingNouns   = english.Set("pointing nouns")

	frontAdverbs = english.Set("connecting adverbs")
	otherAdverbs = english.Set("kept adverbs")
	puffery      = english.Words("praise")
)
