package query

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
)

// Indexed returns the vocabulary of the given indexes. They must be local, since a server would
// receive the words to look up. An index that fails is treated as empty.
func Indexed[R engine.Retriever](ctx context.Context, indexes []R) Vocabulary {
	known := make(map[string]bool)
	return func(word string) bool {
		if is, found := known[word]; found {
			return is
		}
		request := engine.Request{Expr: keyword.Phrase{Words: []string{word}}}
		for _, index := range indexes {
			if reply, err := index.Search(ctx, request); err == nil && reply.Matching > 0 {
				known[word] = true
				break
			}
		}
		return known[word]
	}
}
