package query

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// MaxKeywords bounds the keywords of a query.
const MaxKeywords = 12

// Bounds of the input, in bytes, claims, sentences and names.
const (
	maxSelection = 16 << 10
	maxClaims    = 20
	maxSentence  = 2 << 10
	maxContext   = 6
	maxAuthors   = 200
)

// A Selection is the text for which papers are searched.
type Selection struct {
	Text    string
	Context []string // sentences before it, oldest first
	Title   string   // of the manuscript
	Authors []string // of the manuscript; never keywords
}

// A Query holds the keywords of one claim, the most specific first.
type Query struct {
	Claim    string   `json:"claim"`
	Keywords []string `json:"keywords"`
}

// Of returns the queries of all claims of a selection. The context of a claim is the text before
// it. known may be nil.
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

// OfClaim returns the query of a selection that is one claim.
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

// sameWords reports whether two texts have the same words in the same order.
func sameWords(a, b string) bool {
	return strings.Join(text.Terms(a), " ") == strings.Join(text.Terms(b), " ")
}
