package engine

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// An Indexer changes a corpus: an index on disk, a cluster. Implementations are safe
// for concurrent use.
type Indexer interface {
	// Upsert puts papers in, each in place of the one with its ID.
	Upsert(ctx context.Context, papers []*Paper) error
	// Delete takes out the papers of these IDs; those that are not there do not matter.
	Delete(ctx context.Context, ids []string) error
	// Publish lets searches see all that was put in and taken out before, at once. What
	// is not published may be lost when the process ends, and takes memory until then.
	Publish(ctx context.Context) error
}

// An Embedded is a paper with its vector as an index stores it, which has no components
// where the index has no vectors.
type Embedded struct {
	Paper  *Paper
	Vector rank.Quantised
}
