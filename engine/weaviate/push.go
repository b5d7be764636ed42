package weaviate

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"golang.org/x/sync/errgroup"
)

// writers is the maximum number of batches written concurrently.
const writers = 4

// PushCounts counts the papers that were sent, unchanged and removed. Hidden counts the sent papers
// that a search of some node's vector index still does not find.
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

// inBatches calls deal with batches of papers, several at a time, and adds up the results.
func inBatches(
	ctx context.Context, papers iter.Seq2[engine.PaperVector, error],
	deal func(context.Context, []engine.PaperVector) (PushCounts, error), done func(papers int),
) (sum PushCounts, err error) {
	work, inner := errgroup.WithContext(ctx)
	work.SetLimit(writers)
	var mu sync.Mutex // guards sum
	failed := batches(inner, papers, func(batch []engine.PaperVector) {
		work.Go(func() error {
			r, err := deal(inner, batch)
			mu.Lock()
			defer mu.Unlock()
			sum.Sent, sum.Unchanged, sum.Hidden = sum.Sent+r.Sent, sum.Unchanged+r.Unchanged, sum.Hidden+r.Hidden
			if done != nil {
				done(sum.Sent + sum.Unchanged)
			}
			return err
		})
	})
	err = work.Wait()
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
		err = c.stretchThere(ctx, lacking)
	}
	if err == nil {
		err = c.sendAll(ctx, lacking, toMost)
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
		answer, err := c.client.fetch(ctx, c.get("all", "paper _additional{id}", limit(walked), "after:"+literal(after)))
		if err != nil {
			return removed, err
		}
		hits := answer["all"]
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

// Limits of one write request.
const (
	maxObjects = 256
	maxBytes   = 2 << 20 // total size of records and full texts, in bytes
)

// writeRounds is the number of attempts to write or delete papers.
const writeRounds = 5

// sendAll writes objects in requests of limited size.
func (c *Corpus) sendAll(ctx context.Context, objects []paperObject, level string) error {
	for len(objects) > 0 {
		n, size := 0, 0
		for n < min(len(objects), maxObjects) {
			size += len(objects[n].Properties.Record) + len(objects[n].Properties.Body)
			if n > 0 && size > maxBytes {
				break
			}
			n++
		}
		if err := c.send(ctx, objects[:n], level); err != nil {
			return err
		}
		objects = objects[n:]
	}
	return nil
}

// A written object is the reply for one object of a batch.
type written struct {
	ID     string `json:"id"`
	Result struct {
		Errors struct {
			Error []struct {
				Message string `json:"message"`
			} `json:"error"`
		} `json:"errors"`
	} `json:"result"`
}

// send writes objects with a consistency level and retries those that were not confirmed. Cancelling
// ctx stops the retries, but never interrupts a request.
func (c *Corpus) send(ctx context.Context, objects []paperObject, level string) (failed error) {
	whole := context.WithoutCancel(ctx)
	for round := range writeRounds {
		if len(objects) == 0 {
			return nil
		}
		if err := pause(ctx, round); err != nil {
			return err
		}
		if round > 0 {
			stretch(objects)
		}
		raw, err := json.Marshal(object{"objects": objects})
		if err != nil {
			return err
		}
		answers, err := try[[]written](whole, &c.client, "POST", batchPath+level, raw)
		if isFinal(whole, err) {
			return err
		}
		if failed = err; err == nil {
			objects, failed = unwritten(objects, answers)
		}
	}
	return failed
}

// stretch scales vectors so that Weaviate indexes them again. An interrupted write can leave an
// object outside the vector index, and Weaviate does not index a vector that has not changed. Scaling
// preserves cosines, and the scale is a power of two to keep the components exact.
func stretch(objects []paperObject) {
	for i := range objects {
		factor := float32(int(2) << rand.IntN(maxStretch))
		objects[i].Vector = slices.Clone(objects[i].Vector)
		for j := range objects[i].Vector {
			objects[i].Vector[j] *= factor
		}
	}
}

// maxStretch is the number of possible scales. It is so high that two writers rarely choose the
// same one.
const maxStretch = 8

// unwritten returns the objects that no response confirms, and an error if any are left.
func unwritten(objects []paperObject, answers []written) (left []paperObject, err error) {
	confirmed := make(map[string]bool, len(answers))
	err = errors.New("the cluster did not confirm the write")
	for _, a := range answers {
		if confirmed[a.ID] = len(a.Result.Errors.Error) == 0; !confirmed[a.ID] {
			err = errors.New(shortened(a.Result.Errors.Error[0].Message))
		}
	}
	for _, o := range objects {
		if !confirmed[o.ID] {
			left = append(left, o)
		}
	}
	if len(left) == 0 {
		return nil, nil
	}
	return left, fmt.Errorf("%s could not be written: %w", text.Count(len(left), "paper"), err)
}

func (c *Corpus) removeKeys(ctx context.Context, keys []string) error {
	where := object{"path": []string{"id"}, "operator": "ContainsAny", "valueTextArray": keys}
	question := object{"match": object{"class": c.address.Collection, "where": where}, "output": "minimal"}
	left := 0
	for round := range writeRounds {
		if err := pause(ctx, round); err != nil {
			return err
		}
		answer, err := do[removal](ctx, &c.client, "DELETE", batchPath+toMost, question)
		if left = answer.Results.Failed; err != nil || left == 0 {
			return err
		}
	}
	return fmt.Errorf("%s could not be deleted: run the same command again", text.Count(left, "paper"))
}

// A removal is the response to a batch deletion.
type removal struct {
	Results struct {
		Failed int `json:"failed"`
	} `json:"results"`
}

// pause waits before a retry, with exponential backoff. It does not wait before round 0.
func pause(ctx context.Context, round int) error {
	if round == 0 {
		return ctx.Err()
	}
	return network.Sleep(ctx, firstWait<<(2*round))
}
