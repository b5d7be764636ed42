package query

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// MaxKeywords is how many keywords a query has at most.
const MaxKeywords = 12

// How much of a selection is read. Unit: bytes, claims, sentences, names.
const (
	maxSelection = 16 << 10
	maxClaims    = 20
	maxSentence  = 2 << 10
	maxContext   = 6
	maxAuthors   = 200
)

// A Selection is what the user wants papers for.
type Selection struct {
	Text    string
	Context []string // sentences before it, oldest first
	Title   string   // of the manuscript
	Authors []string // of the manuscript; their names never are keywords
}

// A Query is the keywords of one claim, the most telling first.
type Query struct {
	Claim    string   `json:"claim"`
	Keywords []string `json:"keywords"`
}

// A Rarity says how rare a stem is, the rarer the larger; 1 where nothing is known.
type Rarity func(stem string) float64

// Of makes the queries of all claims of a selection in one batch: the context of
// a claim is the text before it, the claims of the selection before it too.
// rare may be nil.
func Of(s Selection, rare Rarity) (queries []Query) {
	if rare == nil {
		rare = func(string) float64 { return 1 }
	}
	selected := text.Cut(s.Text, maxSelection)
	context := s.Context
	for _, claim := range claimsOf(selected) {
		g := newGatherer(claim, context, s, rare)
		queries = append(queries, Query{claim, g.keywords()})
		context = append(slices.Clone(context[max(0, len(context)-maxContext):]), claim)
	}
	return queries
}

// OfClaim makes the query of a selection that is one claim, and is not split.
func OfClaim(s Selection, rare Rarity) Query {
	if rare == nil {
		rare = func(string) float64 { return 1 }
	}
	claim := text.Cut(s.Text, maxSentence)
	return Query{claim, newGatherer(claim, s.Context, s, rare).keywords()}
}

func claimsOf(selected string) (claims []string) {
	for _, span := range text.Sentences(selected) {
		if len(claims) < maxClaims {
			claims = append(claims, text.Cut(selected[span.Start:span.End], maxSentence))
		}
	}
	return claims
}

// nameWords are the words of the authors' names, which are never sent.
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
