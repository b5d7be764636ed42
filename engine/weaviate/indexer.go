package weaviate

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Limits of one write request.
const (
	maxObjects = 256
	maxBytes   = 2 << 20 // total size of records and full texts, in bytes
)

// writeRounds is the number of attempts to write or delete papers.
const writeRounds = 5

// Upsert implements engine.Indexer. The papers are kept in memory until Publish.
func (c *Corpus) Upsert(ctx context.Context, papers []*engine.Paper) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range papers {
		own := *p
		c.pending[p.ID] = &own
	}
	return ctx.Err()
}

// Delete implements engine.Indexer.
func (c *Corpus) Delete(ctx context.Context, ids []string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range ids {
		c.pending[id] = nil
	}
	return ctx.Err()
}

// Publish implements engine.Indexer. A cluster has no snapshots, so a concurrent search may see only
// some of the changes. After an error, the changes remain pending.
func (c *Corpus) Publish(ctx context.Context) error {
	put, gone := c.take()
	if len(put)+len(gone) == 0 {
		return ctx.Err()
	}
	err := c.write(ctx, put)
	if err == nil {
		err = c.remove(ctx, gone)
	}
	if err == nil {
		err = c.changed(ctx)
	}
	if err != nil {
		c.giveBack(put, gone)
	}
	return err
}

// take returns the pending changes and clears them.
func (c *Corpus) take() (put []*engine.Paper, gone []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, p := range c.pending {
		if p == nil {
			gone = append(gone, id)
		} else {
			put = append(put, p)
		}
	}
	clear(c.pending)
	return put, gone
}

// giveBack makes changes pending again, unless a paper was changed again in the meantime.
func (c *Corpus) giveBack(put []*engine.Paper, gone []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	keep := func(id string, p *engine.Paper) {
		if _, newer := c.pending[id]; !newer {
			c.pending[id] = p
		}
	}
	for _, p := range put {
		keep(p.ID, p)
	}
	for _, id := range gone {
		keep(id, nil)
	}
}

// write embeds papers and sends them.
func (c *Corpus) write(ctx context.Context, papers []*engine.Paper) error {
	for part := range slices.Chunk(papers, maxObjects) {
		vectors, err := c.embed(ctx, part)
		if err != nil {
			return err
		}
		embedded := make([]engine.PaperVector, len(part))
		for i, p := range part {
			embedded[i] = engine.PaperVector{Paper: p}
			if vectors != nil {
				embedded[i].Vector = rank.Quantise(vectors[i], make([]int8, len(vectors[i])))
			}
		}
		objects, err := c.allStoredOf(embedded)
		if err == nil {
			err = c.put(ctx, objects)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *Corpus) embed(ctx context.Context, papers []*engine.Paper) ([][]float32, error) {
	a, err := c.described(ctx)
	if err != nil || a.Embedder == "" {
		return nil, err
	}
	if c.opts.Embedder == nil || c.opts.Embedder.ID() != a.Embedder {
		return nil, fmt.Errorf("%s: its vectors were computed by %s, which is not available: add the folder "+
			"of this model to the setting models", c.address, a.Embedder)
	}
	texts := make([]string, len(papers))
	for i, p := range papers {
		texts[i] = p.TitleAndAbstract()
	}
	return c.opts.Embedder.Embed(ctx, texts)
}

// put writes objects. It requires a quorum of their replicas.
func (c *Corpus) put(ctx context.Context, objects []paperObject) error {
	if err := c.stretchThere(ctx, objects); err != nil {
		return err
	}
	return c.sendAll(ctx, objects, toMost)
}

// sendAll writes objects in requests of limited size.
func (c *Corpus) sendAll(ctx context.Context, objects []paperObject, level consistency) error {
	for part := range bySize(objects) {
		if err := c.send(ctx, part, level); err != nil {
			return err
		}
	}
	return nil
}

// bySize splits objects into requests of limited size.
func bySize(objects []paperObject) iter.Seq[[]paperObject] {
	return func(yield func([]paperObject) bool) {
		first, size := 0, 0
		for i, o := range objects {
			size += len(o.Properties.Record) + len(o.Properties.Body)
			if i > first && (size > maxBytes || i-first == maxObjects) {
				if !yield(objects[first:i]) {
					return
				}
				first, size = i, len(o.Properties.Record)+len(o.Properties.Body)
			}
		}
		if first < len(objects) {
			yield(objects[first:])
		}
	}
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
func (c *Corpus) send(ctx context.Context, objects []paperObject, level consistency) (failed error) {
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
		raw, err := body(object{"objects": objects})
		if err != nil {
			return err
		}
		answers, err := try[[]written](whole, &c.client, "POST", batchPath+string(level), raw)
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

// maxStretch is the number of possible scales. It is high enough that two writers rarely choose the
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

// remove deletes the papers with these IDs.
func (c *Corpus) remove(ctx context.Context, ids []string) error {
	for part := range slices.Chunk(ids, maxObjects) {
		keys := make([]string, len(part))
		for i, id := range part {
			keys[i] = keyOf(id)
		}
		if err := c.removeKeys(ctx, keys); err != nil {
			return err
		}
	}
	return nil
}

func (c *Corpus) removeKeys(ctx context.Context, keys []string) error {
	where := object{"path": []string{"id"}, "operator": "ContainsAny", "valueTextArray": keys}
	question := object{"match": object{"class": c.address.Collection, "where": where}, "output": "minimal"}
	left := 0
	for round := range writeRounds {
		if err := pause(ctx, round); err != nil {
			return err
		}
		answer, err := do[removal](ctx, &c.client, "DELETE", batchPath+string(toMost), question)
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
