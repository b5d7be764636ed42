package engine

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// How the parts of a query weigh, tuned on contexts-dev (`make tune`).
const (
	keywordWeight  = 3.0 // a term of the keywords, against one of the last sentence
	contextDecay   = 0.7 // each sentence further from the cursor weighs this much of the next one
	bigramWeight   = 0.5 // a bigram against a unigram
	embedSentences = 3   // sentences before the cursor that the embedding is made of
)

// queryTerms makes the lexical query: the terms of the sentences before the
// cursor, weighing less the further away they are, and those of the keywords.
// Terms are ordered by text.
func queryTerms(context, keywords []string) []QueryTerm {
	weights := make(map[string]float64)
	weight := 1.0
	for _, sentence := range slices.Backward(context) {
		addTerms(weights, withoutMarks(sentence), weight)
		weight *= contextDecay
	}
	for _, words := range keywords {
		addTerms(weights, words, keywordWeight)
	}
	terms := make([]QueryTerm, 0, len(weights))
	for term, weight := range weights {
		terms = append(terms, QueryTerm{Text: term, Weight: weight})
	}
	slices.SortFunc(terms, func(a, b QueryTerm) int { return strings.Compare(a.Text, b.Text) })
	return terms
}

func addTerms(weights map[string]float64, s string, weight float64) {
	text.EachTerm(s, func(term string, bigram bool) {
		if bigram {
			weights[term] += weight * bigramWeight
			return
		}
		weights[term] += weight
	})
}

// embeddingText is what the query's vector is made of: keywords first, since
// an embedder cuts a long text at its end, then the sentences next to the cursor.
func embeddingText(context, keywords []string) string {
	near := context[max(0, len(context)-embedSentences):]
	parts := append(slices.Clone(keywords), near...)
	return strings.TrimSpace(withoutMarks(strings.Join(parts, " ")))
}

// citeMark is how the scanners write a citation in a sentence's text.
const citeMark = "[CITE]"

func withoutMarks(s string) string { return strings.ReplaceAll(s, citeMark, " ") }
