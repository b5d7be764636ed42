package search

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A QueryTerm is a stemmed unigram, or a bigram of two stems separated by a space such as "neural
// network", with its weight in the query.
type QueryTerm struct {
	Text   string
	Weight float64
}

// Terms returns the weighted terms of the lexical query, sorted alphabetically. They come from the keywords
// and from the sentences before the cursor, whose weights decrease with the distance from the cursor.
func (r Request) Terms() []QueryTerm {
	of := builtInQueryWeights()
	weights := make(map[string]float64)
	weight := 1.0
	for _, sentence := range slices.Backward(r.Context) {
		addTerms(weights, text.WithoutCiteMarks(sentence), weight)
		weight *= of.Decay
	}
	for _, words := range r.Keywords {
		addTerms(weights, words, of.Keyword)
	}
	terms := make([]QueryTerm, 0, len(weights))
	for term, weight := range weights {
		terms = append(terms, QueryTerm{Text: term, Weight: weight})
	}
	slices.SortFunc(terms, func(a, b QueryTerm) int { return strings.Compare(a.Text, b.Text) })
	return terms
}

// ProfileTerms returns the weighted terms for ranking profiles: those of Terms and those of the
// manuscript's title.
func (r Request) ProfileTerms() []QueryTerm {
	if r.Title != "" {
		r.Keywords = append(slices.Clone(r.Keywords), r.Title)
	}
	return r.Terms()
}

func addTerms(weights map[string]float64, s string, weight float64) {
	bigrams := builtInQueryWeights().Bigram
	text.EachTerm(s, func(term string, bigram bool) {
		if bigram {
			weights[term] += weight * bigrams
			return
		}
		weights[term] += weight
	})
}
