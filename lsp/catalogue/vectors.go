package catalogue

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// embedBatch is the number of titles embedded between checks for cancellation.
const embedBatch = 256

// Embed computes the missing title vectors. Concurrent searches use the vectors computed so far.
// All calls must use the same embedder.
func (c *Catalogue) Embed(ctx context.Context, embedder engine.Embedder) error {
	var titles []string
	var records []*record
	flush := func() error {
		if len(titles) == 0 {
			return nil
		}
		vectors, err := embedder.Embed(ctx, titles)
		if err != nil {
			return err
		}
		for i, v := range vectors {
			quantised := rank.Quantise(v, make([]int8, len(v)))
			records[i].vector.Store(&quantised)
		}
		titles, records = titles[:0], records[:0]
		return ctx.Err()
	}
	for i, r := range c.records {
		if r.vector.Load() != nil {
			continue
		}
		title := c.File.Entries[i].Field("title")
		if title == "" {
			continue
		}
		titles, records = append(titles, title), append(records, r)
		if len(titles) == embedBatch {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return flush()
}
