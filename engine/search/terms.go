package search

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// How the parts of a query weigh, tuned on contexts-dev (`make tune`).
const (
	keywordWeight = 3.0 // a term of the keywords, against one of the last sentence
	contextDecay  = 0.7 // each sentence further from the cursor weighs this much of the next one
	bigramWeight  = 0.5 // a bigram against a unigram

	embedSentences               = 6    // sentences before the cursor that the embedding is made of
	embedSentencesBesideKeywords = 3    // the same where there are keywords
	embedLength                  = 1200 // bytes, about what an embedder reads
)

// A QueryTerm is a stemmed unigram or a bigram ("neural network", stems joined
// by one space) with its weight in the query.
type QueryTerm struct {
	Text   string
	Weight float64
}

// Terms are the lexical query: the terms of the sentences before the cursor,
// weighing less the further away they are, and those of the keywords. They are
// ordered by text.
func (r Request) Terms() []QueryTerm {
	weights := make(map[string]float64)
	weight := 1.0
	for _, sentence := range slices.Backward(r.Context) {
		addTerms(weights, text.WithoutCiteMarks(sentence), weight)
		weight *= contextDecay
	}
	for _, words := range r.Keywords {
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

// embeddingText is what the query's vector is made of: the keywords, and the
// sentences next to the cursor, fewer of them where keywords say what is meant.
// An embedder cuts a long text at its end, so the oldest sentences give way.
func embeddingText(context, keywords []string) string {
	most := embedSentences
	if len(keywords) > 0 {
		most = embedSentencesBesideKeywords
	}
	near := context[max(0, len(context)-most):]
	for len(near) > 1 && textLength(near) > embedLength {
		near = near[1:]
	}
	parts := append(slices.Clone(keywords), near...)
	return strings.TrimSpace(text.WithoutCiteMarks(strings.Join(parts, " ")))
}

// The views of a query: parts of it that candidates are compared with apart,
// since the vector of the whole tells neither what the manuscript is about nor
// what is asked for at this place.
const (
	viewTitle = iota
	viewKeywords
	viewLast
	views
)

func viewTexts(q Query, keywords []string) []string {
	texts := make([]string, views)
	texts[viewTitle] = q.Manuscript.Title
	texts[viewKeywords] = strings.Join(keywords, "; ")
	texts[viewLast] = strings.TrimSpace(text.Last(q.Context))
	return texts
}

func textLength(parts []string) (n int) {
	for _, part := range parts {
		n += len(part) + 1
	}
	return n
}
