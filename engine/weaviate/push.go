package weaviate

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"golang.org/x/sync/errgroup"
)

// writers is how many batches are on their way at once.
const writers = 4

// A Pushed report says how many papers were sent, were there already, and were removed, and
// how many of those sent some node has and still does not find by their vectors.
type Pushed struct{ Sent, Unchanged, Removed, Hidden int }

// Push brings the papers of an index into the collection with the vectors that the index
// has. A paper that is there as it is in the index is not sent again: that makes an
// interrupted push go on where it was, and the next one send what changed. done, which may
// be nil, gets how many papers were dealt with, in order.
func (c *Corpus) Push(ctx context.Context, papers iter.Seq2[engine.Embedded, error], done func(papers int)) (Pushed, error) {
	sum, err := inBatches(ctx, papers, c.pushBatch, done)
	if err == nil { // a push before this one may have ended before it said so
		err = c.changed(ctx)
	}
	return sum, err
}

// inBatches deals with several batches at once.
func inBatches(ctx context.Context, papers iter.Seq2[engine.Embedded, error], deal func(context.Context, []engine.Embedded) (Pushed, error), done func(papers int)) (sum Pushed, err error) {
	work, inner := errgroup.WithContext(ctx)
	work.SetLimit(writers)
	reports := make(chan Pushed)
	counted := make(chan struct{})
	go func() {
		defer close(counted)
		for r := range reports {
			sum.Sent, sum.Unchanged, sum.Hidden = sum.Sent+r.Sent, sum.Unchanged+r.Unchanged, sum.Hidden+r.Hidden
			if done != nil {
				done(sum.Sent + sum.Unchanged)
			}
		}
	}()
	failed := batches(inner, papers, func(batch []engine.Embedded) {
		work.Go(func() error {
			r, err := deal(inner, batch)
			reports <- r
			return err
		})
	})
	err = work.Wait()
	close(reports)
	<-counted
	return sum, cmp.Or(err, failed)
}

// batches cuts a sequence into batches.
func batches(ctx context.Context, papers iter.Seq2[engine.Embedded, error], use func([]engine.Embedded)) error {
	var batch []engine.Embedded
	for e, err := range papers {
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if batch = append(batch, e); len(batch) == maxObjects {
			use(batch)
			batch = nil
		}
	}
	if len(batch) > 0 {
		use(batch)
	}
	return nil
}

// pushBatch sends what the cluster has not, or has otherwise.
func (c *Corpus) pushBatch(ctx context.Context, batch []engine.Embedded) (r Pushed, err error) {
	objects, err := c.allStoredOf(batch)
	if err != nil {
		return r, err
	}
	lacking, err := c.lacking(ctx, &c.client, objects)
	if err == nil {
		err = c.put(ctx, lacking)
	}
	if err != nil {
		return r, err
	}
	return Pushed{Sent: len(lacking), Unchanged: len(batch) - len(lacking)}, nil
}

func (c *Corpus) allStoredOf(batch []engine.Embedded) (objects []stored, err error) {
	objects = make([]stored, len(batch))
	for i, e := range batch {
		if objects[i], err = c.storedOf(e); err != nil {
			return nil, err
		}
	}
	return objects, nil
}

// walked is how many objects are read at a time to find those to remove.
const walked = 500

// Prune removes the papers that an index has not; has is asked by IDs, and answers in
// their order.
func (c *Corpus) Prune(ctx context.Context, has func(ctx context.Context, ids []string) ([]bool, error)) (removed int, err error) {
	for after := ""; ; {
		answer, err := c.ask(ctx, "{Get{"+c.get("all", "paper _additional{id}", limit(walked), "after:"+literal(after))+"}}")
		if err != nil {
			return removed, err
		}
		hits := answer.Data.Get["all"]
		if len(hits) == 0 {
			break
		}
		if last := hits[len(hits)-1].More.ID; last > after {
			after = last
		} else {
			return removed, fmt.Errorf("%s: the cluster lists its papers in circles", c.address)
		}
		n, err := c.pruneSome(ctx, hits, has)
		if removed += n; err != nil {
			return removed, err
		}
	}
	if removed > 0 {
		err = c.changed(ctx)
	}
	return removed, err
}

// pruneSome removes those of some objects.
func (c *Corpus) pruneSome(ctx context.Context, hits []hit, has func(ctx context.Context, ids []string) ([]bool, error)) (int, error) {
	ids := make([]string, len(hits))
	for i, h := range hits {
		ids[i] = h.Name
	}
	kept, err := has(ctx, ids)
	if err != nil {
		return 0, err
	}
	var gone []string
	for i, h := range hits {
		if !kept[i] {
			gone = append(gone, h.More.ID)
		}
	}
	for part := range slices.Chunk(gone, maxObjects) {
		if err := c.removeKeys(ctx, part); err != nil {
			return 0, err
		}
	}
	return len(gone), nil
}
