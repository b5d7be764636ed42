package search

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// EmbeddingText returns the text to embed for a query: the keywords and the sentences before the
// cursor. It uses fewer sentences if the query has keywords. If the text is too long, it drops the
// oldest sentences, since an embedder would truncate the newest.
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

// The views of a query are parts that are embedded separately and compared with candidates. A single
// vector for the whole query mixes the topic of the manuscript with that of the site.
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

// A PairQuery is the input of a CrossEncoder for a query. Any part may be empty.
type PairQuery struct {
	Title    string `json:"title"` // title of the manuscript
	Keywords string `json:"keywords"`
	Context  string `json:"context"` // sentences before the cursor
}

// PairQueryOf returns the parts of a query on which the cross-encoder was trained.
func PairQueryOf(q Query) PairQuery {
	near := q.Context[max(0, len(q.Context)-builtInQueryWeights().ReadSentences):]
	return PairQuery{
		Title:    q.Manuscript.Title,
		Keywords: strings.Join(q.Phrases(), " "),
		Context:  strings.TrimSpace(text.WithoutCiteMarks(strings.Join(near, " "))),
	}
}

// PairDocument returns the input of a CrossEncoder for a paper.
func PairDocument(p *paper.Paper) string { return p.Title + ". " + p.Abstract }
