// Package query proposes the keywords that are sent to online sources: a few per claim, which the
// user sees and may change.
//
// Keywords come from the claim and the sentences before it. A query is never a whole sentence or
// the manuscript's title. It contains no names of people, no paths and no private words (invariant
// 11); see [Vocabulary]. All functions are safe for concurrent use and deterministic.
package query

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// MaxKeywords is the maximum number of keywords in a query.
const MaxKeywords = 12

// Limits on the numbers of bytes, claims, sentences and names in the input.
const (
	maxSelection = 16 << 10
	maxClaims    = 20
	maxSentence  = 2 << 10
	maxContext   = 6
	maxAuthors   = 200
)

// A Selection is the text to find papers for.
type Selection struct {
	Text    string
	Context []string // preceding sentences, oldest first
	Title   string   // manuscript title
	Authors []string // manuscript authors, whose names are never keywords
}

// A Query holds the keywords for one claim. Words of the claim and technical terms come first.
type Query struct {
	Claim    string   `json:"claim"`
	Keywords []string `json:"keywords"`
}

// Of returns a query for each claim of a selection. The text before a claim is its context. known
// may be nil.
func Of(s Selection, known Vocabulary) (queries []Query) {
	selected := text.Cut(s.Text, maxSelection)
	context := s.Context
	for _, claim := range claimsOf(selected) {
		g := newGatherer(claim, context, s, known)
		queries = append(queries, Query{claim, g.keywords()})
		context = append(slices.Clone(context[max(0, len(context)-maxContext):]), claim)
	}
	return queries
}

// OfClaim returns the query for a selection that is a single claim.
func OfClaim(s Selection, known Vocabulary) Query {
	claim := text.Cut(s.Text, maxSentence)
	return Query{claim, newGatherer(claim, s.Context, s, known).keywords()}
}

func claimsOf(selected string) (claims []string) {
	for _, span := range text.Sentences(selected) {
		if len(claims) < maxClaims {
			claims = append(claims, text.Cut(selected[span.Start:span.End], maxSentence))
		}
	}
	return claims
}

// nameWords returns the words of the authors' names.
func nameWords(authors []string) map[string]bool {
	words := make(map[string]bool)
	for _, author := range authors[:min(len(authors), maxAuthors)] {
		text.EachToken(text.Cut(author, maxSentence), func(word string, _, _ int) bool {
			if len(word) > 1 {
				words[word] = true
			}
			return true
		})
	}
	return words
}

// sameWords reports whether two texts have the same terms in the same order.
func sameWords(a, b string) bool {
	return strings.Join(text.Terms(a), " ") == strings.Join(text.Terms(b), " ")
}
