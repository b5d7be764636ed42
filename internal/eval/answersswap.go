package eval

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Swapped makes unanswerable questions: it restricts each question to the most similar paper that
// does not answer it.
func Swapped(ctx context.Context, e *engine.Engine, questions []KnownQuestion) (swapped []KnownQuestion, err error) {
	for _, q := range questions {
		sources := make(map[string]bool)
		for _, id := range q.Sources {
			sources[id] = true
		}
		found, err := e.Discover(ctx, engine.Query{Context: []string{q.Question}, Limit: len(sources) + 1, Quick: true})
		if err != nil {
			return nil, err
		}
		for _, f := range found.Papers {
			if !sources[f.Paper.ID] {
				swapped = append(swapped, KnownQuestion{ID: q.ID + "-swapped", Question: q.Question, Papers: []string{f.Paper.ID}})
				break
			}
		}
	}
	return swapped, nil
}
