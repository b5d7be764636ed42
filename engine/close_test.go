package engine_test

import (
	"context"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/search"
)

// A model counts calls to Close.
type model struct{ closed int }

func (m *model) Close() error { m.closed++; return nil }

func (*model) Drafts(context.Context, engine.DraftRequest, int) ([]engine.Draft, error) {
	return nil, nil
}

func (*model) Logits(context.Context, search.PairQuery, []string) ([]float64, error) {
	return nil, nil
}

func TestAnEngineClosesTheModelsThatAreItsOwn(t *testing.T) {
	var drafter, cross model
	e := engine.New(engine.Parts{Writer: engine.CheckedWriter{Drafter: &drafter}, Cross: &cross})
	if err := e.Close(); err != nil || drafter.closed != 1 || cross.closed != 1 {
		t.Errorf("%v; closed %d and %d times", err, drafter.closed, cross.closed)
	}
}
