package route

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// pointers lists phrases of a discipline that occur only in another discipline's training texts. For
// example, the training texts mention language learners only in computational linguistics.
var pointers = map[Discipline][]string{
	sources.Social: {
		"second language", "second languages", "foreign language", "foreign languages", "additional language",
		"language learner", "language learners", "learners of english", "l2 learner", "l2 learners", "l2 writing",
		"l2 speakers", "l2 vocabulary", "efl", "esl learners", "language teaching", "language teachers",
		"language classroom", "language classrooms", "bilingual children", "bilingual education",
		"corrective feedback", "extensive reading", "classroom", "classrooms",
	},
}

// pointerWeight is added to the sum of a discipline to which a phrase points. The words of another
// discipline can outvote it.
const pointerWeight = 1.5

// pointer returns a phrase in a text that points to a discipline, as written in the text, or "".
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

// addPointers adds pointerWeight to the sum of each discipline to which a phrase of the claim points.
func addPointers(sums []float64, claim string) {
	for d := range pointers {
		if pointer(claim, d) != "" {
			sums[slices.Index(disciplines, d)] += pointerWeight
		}
	}
}
