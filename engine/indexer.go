package engine

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// An Indexer modifies a corpus, such as an index on disk or a cluster. Implementations are safe
// for concurrent use.
type Indexer interface {
	// Upsert adds papers. They replace papers with the same IDs.
	Upsert(ctx context.Context, papers []*Paper) error
	// Delete removes the papers with the given IDs. It ignores unknown IDs.
	Delete(ctx context.Context, ids []string) error
	// Publish makes all preceding changes visible to searches, atomically. Unpublished changes
	// occupy memory and may be lost when the process ends.
	Publish(ctx context.Context) error
}

// A PaperVector is a paper with its stored vector. The vector is empty if the index has none.
type PaperVector struct {
	Paper  *Paper
	Vector rank.QuantisedVector
}
