package route

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// pointers lists phrases of a discipline that the training texts have in another one alone: they know
// learners of languages from computational linguistics.
var pointers = map[Discipline][]string{
	sources.Social: {
		"second language", "second languages", "foreign language", "foreign languages", "additional language",
		"language learner", "language learners", "learners of english", "l2 learner", "l2 learners", "l2 writing",
		"l2 speakers", "l2 vocabulary", "efl", "esl learners", "language teaching", "language teachers",
		"language classroom", "language classrooms", "bilingual children", "bilingual education",
		"corrective feedback", "extensive reading", "classroom", "classrooms",
	},
}

// pointerWeight is added to the sum of a discipline to which a phrase points. It exceeds the usual
// difference of two sums.
const pointerWeight = 3

// pointer returns a phrase of a text that points to a discipline, as written there, or "".
func pointer(s string, d Discipline) string {
	tokens := text.Tokens(s)
	for _, phrase := range pointers[d] {
		words := strings.Fields(phrase)
		for i := 0; i+len(words) <= len(tokens); i++ {
			if isPhrase(tokens[i:i+len(words)], words) {
				return s[tokens[i].Start:tokens[i+len(words)-1].End]
			}
		}
	}
	return ""
}

func isPhrase(tokens []text.Token, words []string) bool {
	for i, word := range words {
		if tokens[i].Text != word {
			return false
		}
	}
	return true
}

// addPointers adds the weights of the phrases of a claim to the sums of the disciplines.
func addPointers(sums []float64, claim string) {
	for d := range pointers {
		if pointer(claim, d) != "" {
			sums[slices.Index(disciplines, d)] += pointerWeight
		}
	}
}
