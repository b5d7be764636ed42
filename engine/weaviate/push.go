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

// writers is the maximum number of batches written at the same time.
const writers = 4

// PushCounts holds the numbers of papers that were sent, unchanged and removed. Hidden is the number
// of sent papers that a search in some node's vector index still does not find.
type PushCounts struct{ Sent, Unchanged, Removed, Hidden int }

// Push copies the papers of an index, with their vectors, into the collection. It skips unchanged
// papers, so that an interrupted push resumes and a later one sends only changes. Unless done is nil,
// it is called with the number of papers processed so far.
func (c *Corpus) Push(
	ctx context.Context, papers iter.Seq2[engine.PaperVector, error], done func(papers int),
) (PushCounts, error) {
	sum, err := inBatches(ctx, papers, c.pushBatch, done)
	if err == nil { // even if none was sent, since an interrupted push may have sent some
		err = c.changed(ctx)
	}
	return sum, err
}

// inBatches calls deal with batches of papers, several at the same time, and adds up the results.
func inBatches(
	ctx context.Context, papers iter.Seq2[engine.PaperVector, error],
	deal func(context.Context, []engine.PaperVector) (PushCounts, error), done func(papers int),
) (sum PushCounts, err error) {
	work, inner := errgroup.WithContext(ctx)
	work.SetLimit(writers)
	reports := make(chan PushCounts)
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
	failed := batches(inner, papers, func(batch []engine.PaperVector) {
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

// batches calls use with batches of at most maxObjects papers.
func batches(ctx context.Context, papers iter.Seq2[engine.PaperVector, error], use func([]engine.PaperVector)) error {
	var batch []engine.PaperVector
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

// pushBatch writes the papers that the cluster lacks or that have changed.
func (c *Corpus) pushBatch(ctx context.Context, batch []engine.PaperVector) (r PushCounts, err error) {
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
	return PushCounts{Sent: len(lacking), Unchanged: len(batch) - len(lacking)}, nil
}

func (c *Corpus) allStoredOf(batch []engine.PaperVector) (objects []paperObject, err error) {
	objects = make([]paperObject, len(batch))
	for i, e := range batch {
		if objects[i], err = c.storedOf(e); err != nil {
			return nil, err
		}
	}
	return objects, nil
}

// walked is the number of objects per page that Prune requests.
const walked = 500

// Prune removes the papers that an index does not contain. has reports for each ID whether the index
// contains the paper.
func (c *Corpus) Prune(
	ctx context.Context, has func(ctx context.Context, ids []string) ([]bool, error),
) (removed int, err error) {
	for after := ""; ; {
		answer, err := c.ask(
			ctx, "{Get{"+c.get("all", "paper _additional{id}", limit(walked), "after:"+literal(after))+"}}",
		)
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
			return removed, fmt.Errorf("%s: the cluster keeps returning the same papers, so the command "+
				"stopped: run it again", c.address)
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

// pruneSome removes the objects in hits whose papers the index does not contain. It returns their
// number.
func (c *Corpus) pruneSome(
	ctx context.Context, hits []hit, has func(ctx context.Context, ids []string) ([]bool, error),
) (int, error) {
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
