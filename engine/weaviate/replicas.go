package weaviate

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Verify asks each node of the address for every paper and its vector, and sends again what
// one of them lacks. A node that was killed while it wrote may have papers without their
// vectors, and Weaviate's own repair compares only times of change. Sent are the papers that
// were sent again.
func (c *Corpus) Verify(ctx context.Context, papers iter.Seq2[engine.Embedded, error], done func(papers int)) (Pushed, error) {
	if err := c.expectAllNodes(ctx); err != nil {
		return Pushed{}, err
	}
	sum, err := inBatches(ctx, papers, c.verifyBatch, done)
	if err == nil && sum.Sent > 0 {
		err = c.changed(ctx)
	}
	return sum, err
}

// verifyBatch sends papers until every node has them.
func (c *Corpus) verifyBatch(ctx context.Context, batch []engine.Embedded) (r Pushed, err error) {
	objects, err := c.allStoredOf(batch)
	if err != nil {
		return r, err
	}
	for round := range writeRounds {
		if err := pause(ctx, round); err != nil {
			return r, err
		}
		if objects, err = c.lackingAnywhere(ctx, objects); err != nil {
			return r, err
		}
		if round == 0 {
			r = Pushed{Sent: len(objects), Unchanged: len(batch) - len(objects)}
		}
		if len(objects) == 0 {
			return r, nil
		}
		stretch(objects)
		if err := c.sendAll(ctx, objects, toAll); err != nil {
			return r, err
		}
	}
	return r, fmt.Errorf("%d papers were sent again, and still are not whole on every node", len(objects))
}

// lackingAnywhere are the objects that some node has not as they are here.
func (c *Corpus) lackingAnywhere(ctx context.Context, objects []stored) ([]stored, error) {
	lacking := make(map[string]stored)
	for _, node := range c.client.nodes {
		alone := &client{nodes: []nodeClient{node}, key: c.client.key}
		some, err := c.lacking(ctx, alone, objects)
		if err != nil {
			return nil, fmt.Errorf("%s has to answer for itself: %w", host(node.url), err)
		}
		for _, o := range some {
			lacking[o.ID] = o
		}
	}
	return slices.Collect(maps.Values(lacking)), nil
}

// lacking are the objects that the collection has not as they are here, or has without their
// vectors. A node answers for the replicas that it has itself.
func (c *Corpus) lacking(ctx context.Context, from *client, objects []stored) (lacking []stored, err error) {
	var there reply
	if questions := c.digestQuestions(objects); questions != "" {
		if there, err = do[reply](ctx, from, "POST", "/v1/graphql", question{"{Get{" + questions + "}}"}); err != nil {
			return nil, err
		}
	}
	digests := make(map[string]string)
	for _, hits := range there.Data.Get {
		for _, h := range hits {
			digests[h.More.ID] = h.Digest
		}
	}
	for _, o := range objects {
		if digests[o.ID] != o.Properties.Digest {
			lacking = append(lacking, o)
		}
	}
	return lacking, nil
}

// digestQuestions ask for the digests of objects. Those that have vectors are asked for as
// neighbours, which finds only what is in the vector index.
func (c *Corpus) digestQuestions(objects []stored) (questions string) {
	var plain, embedded []string
	var vector []float32
	for _, o := range objects {
		if len(o.Vector) == 0 {
			plain = append(plain, o.ID)
			continue
		}
		embedded, vector = append(embedded, o.ID), o.Vector
	}
	if len(plain) > 0 {
		questions += c.get("plain", digestFields, byKeys(plain...).argument(), limit(len(plain)))
	}
	if len(embedded) > 0 {
		questions += c.get("embedded", digestFields, near(vector), byKeys(embedded...).argument(), limit(len(embedded)))
	}
	return questions
}

// stretchThere stretches the vectors of objects that the collection has already, since they
// may be in no vector index.
func (c *Corpus) stretchThere(ctx context.Context, objects []stored) error {
	if len(objects) == 0 {
		return nil
	}
	keys := make([]string, len(objects))
	for i, o := range objects {
		keys[i] = o.ID
	}
	answer, err := c.ask(ctx, "{Get{"+c.get("there", "_additional{id}", byKeys(keys...).argument(), limit(len(keys)))+"}}")
	there := make(map[string]bool)
	for _, h := range answer.Data.Get["there"] {
		there[h.More.ID] = true
	}
	for i, o := range objects {
		if there[o.ID] {
			stretch(objects[i : i+1])
		}
	}
	return err
}

// expectAllNodes returns an error unless the address names as many nodes as there are, and
// their vectors are indexed.
func (c *Corpus) expectAllNodes(ctx context.Context) error {
	answer, err := do[struct {
		Nodes []struct {
			Shards []struct {
				Queue int `json:"vectorQueueLength"`
			} `json:"shards"`
		} `json:"nodes"`
	}](ctx, &c.client, "GET", "/v1/nodes/"+c.address.Collection+"?output=verbose", nil)
	if err != nil {
		return err
	}
	if there, named := len(answer.Nodes), len(c.client.nodes); there > named {
		return fmt.Errorf("%s: the cluster has %d nodes and the address names %d: name them all, since each is asked for itself", c.address, there, named)
	}
	for _, node := range answer.Nodes {
		for _, shard := range node.Shards {
			if shard.Queue > 0 {
				return fmt.Errorf("%s: %d vectors wait to be indexed: try again when they are", c.address, shard.Queue)
			}
		}
	}
	return nil
}
