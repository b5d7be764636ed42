package backend

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A Reach determines which corpora a query may use.
type Reach bool

// The reaches. Queries relayed by another server are limited to Here, so that they cannot loop.
const (
	Here       Reach = false // only corpora on this server
	Everywhere Reach = true  // also corpora on remote servers
)

// Retriever returns the corpus with the given ID or name. The corpus stays open until ctx ends.
func (e *Engines) Retriever(ctx context.Context, named string, far Reach) (engine.Retriever, error) {
	used, err := e.Get(ctx)
	if err != nil {
		return nil, Unavailable(err)
	}
	r, err := used.Here().Corpus(ctx, named) // look on this server first, which does not wait for remote servers
	if err != nil && far == Everywhere {
		return used.Separately(ctx).Corpus(ctx, named)
	}
	return r, err
}
