package choice

import (
	"slices"
	"sync"
)

// cueOf returns the index of a cue kind.
func cueOf(name string) int { return slices.Index(cueNames(), name) }

var (
	proposal = cueOf("proposal")
	own      = cueOf("own")

	placeCues     = cuesOf(placeCueNames)
	openingCues   = cuesOf(openingCueNames)
	neighbourCues = cuesOf(neighbourCueNames)
)

var (
	placeCueNames = []string{"proposal", "result", "gap", "comparative", "own", "contrast", "using", "relatedwork",
		"list", "hedge", "cause"}
	openingCueNames   = []string{"aim", "proposal", "result", "background", "gap", "own", "scope", "contrast", "list"}
	neighbourCueNames = []string{"aim", "proposal", "result", "gap", "own"}
)

func cuesOf(names []string) (kinds []int) {
	for _, name := range names {
		kinds = append(kinds, cueOf(name))
	}
	return kinds
}

// statementNames returns the names of a statement's features, excluding those relative to other
// statements.
var statementNames = sync.OnceValue(func() []string {
	return slices.Concat(positionNames, wordingNames, prefixed("cue ", cueNames()), prefixed("opens ", openingCueNames),
		prefixed("before ", neighbourCueNames), prefixed("after ", neighbourCueNames), []string{"claims before"},
		similarityNames, []string{cosineName})
})

// FeatureNames returns the names of the features of Scores.
var FeatureNames = sync.OnceValue(func() []string {
	return slices.Concat(statementNames(), prefixed("relative ", relatedNames))
})

func prefixed(prefix string, names []string) (all []string) {
	for _, name := range names {
		all = append(all, prefix+name)
	}
	return all
}

const cosineName = "cosine"

var (
	positionNames = []string{"position", "index", "left", "sentences", "abstract", "title", "body introduction",
		"body results", "body conclusion"}
	wordingNames = []string{"words", "log words", "rarity", "content", "names", "numbers", "percent", "asks", "cites",
		"past", "passive", "label"}
	similarityNames = []string{
		"last of", "last in", "last both", "far of", "far in", "far both", "all of", "all in", "all both",
		"keywords of", "keywords in", "keywords both", "manuscript of", "manuscript in", "manuscript both",
		"title of", "title in", "title both",
		"bm25 last", "bm25 all", "bm25 keywords", "bm25 manuscript", "bm25 title",
		"central", "pairs last", "pairs all", "pairs keywords", "pairs title", "said", "new",
	}
	relatedNames = []string{"words", "numbers", "last in", "all in", "keywords in", "title in", "bm25 last", "bm25 all",
		"bm25 keywords", "bm25 title", "central", cosineName}
	placeNames = []string{"context", "keywords", "last asks", "last cites", "last words", "last names", "last numbers",
		"far cites"}
	sectionLabels = []string{"introduction", "related", "method", "experiment", "result", "discussion"}
)

// related returns the column indexes of the features in relatedNames.
var related = sync.OnceValue(func() []int { return columnsOf(relatedNames) })

// columnsOf returns the column indexes of the named features.
func columnsOf(names []string) (columns []int) {
	for _, name := range names {
		columns = append(columns, slices.Index(statementNames(), name))
	}
	return columns
}

// FormFeatureNames returns the names of FormFeatures.
var FormFeatureNames = sync.OnceValue(func() []string {
	names := slices.Concat([]string{"has context"}, placeNames, prefixed("last ", placeCueNames),
		prefixed("in ", sectionLabels), prefixed("intent ", intents))
	for _, form := range AllForms {
		names = append(names, "context has "+string(form))
	}
	return slices.Concat(names, []string{"statement", "statement words", "statement names", "statement numbers"},
		prefixed("statement ", cueNames()))
})
