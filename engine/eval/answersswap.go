package eval

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Swapped asks each question of the closest papers that do not answer it: of those that a
// search finds for it, the first of another work.
func Swapped(ctx context.Context, e *engine.Engine, questions []AskedQuestion) (swapped []AskedQuestion, err error) {
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
				swapped = append(swapped, AskedQuestion{ID: q.ID + "-swapped", Question: q.Question, Papers: []string{f.Paper.ID}})
				break
			}
		}
	}
	return swapped, nil
}
