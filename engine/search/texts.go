package search

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// EmbeddingText is the text that the vector of a query is made of: the keywords, and the
// sentences next to the cursor, fewer of them where keywords say what is meant.
// An embedder cuts a long text at its end, so the oldest sentences give way.
func EmbeddingText(context, keywords []string) string {
	weights := builtInQueryWeights()
	limit := weights.EmbeddedSentences
	if len(keywords) > 0 {
		limit = weights.EmbeddedSentencesBesideKeywords
	}
	near := context[max(0, len(context)-limit):]
	for len(near) > 1 && textLength(near) > weights.EmbeddedBytes {
		near = near[1:]
	}
	parts := append(slices.Clone(keywords), near...)
	return strings.TrimSpace(text.WithoutCiteMarks(strings.Join(parts, " ")))
}

func textLength(parts []string) (n int) {
	for _, part := range parts {
		n += len(part) + 1
	}
	return n
}

// The views of a query: parts of it that candidates are compared with apart,
// since the vector of the whole shows neither the topic of the manuscript nor
// that of this place.
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

// A PairQuery is a query as a CrossEncoder reads it. Any part may be empty.
type PairQuery struct {
	Title    string `json:"title"` // of the manuscript
	Keywords string `json:"keywords"`
	Context  string `json:"context"` // the sentences before the cursor
}

// PairQueryOf is the part of a query that a cross-encoder was trained on.
func PairQueryOf(q Query) PairQuery {
	near := q.Context[max(0, len(q.Context)-builtInQueryWeights().ReadSentences):]
	return PairQuery{
		Title:    q.Manuscript.Title,
		Keywords: strings.Join(q.Phrases(), " "),
		Context:  strings.TrimSpace(text.WithoutCiteMarks(strings.Join(near, " "))),
	}
}

// PairDocument is a paper as a CrossEncoder reads it.
func PairDocument(p *paper.Paper) string { return p.Title + ". " + p.Abstract }
