package weaviate

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Verify checks that each node of the address has every paper and its vector, and writes the missing
// ones again. Sent is the number of papers written. If a node was killed during a write, papers may
// lack their vectors or may not be linked in its graph. Weaviate's own repair does not detect this,
// since it compares only modification times.
func (c *Corpus) Verify(
	ctx context.Context, papers iter.Seq2[engine.PaperVector, error], done func(papers int),
) (PushCounts, error) {
	if err := c.expectAllNodes(ctx); err != nil {
		return PushCounts{}, err
	}
	graph, err := c.hasGraph(ctx)
	if err != nil {
		return PushCounts{}, err
	}
	sum, err := inBatches(ctx, papers, c.replicas(graph).verify, done)
	if err == nil && sum.Sent > 0 {
		err = c.changed(ctx)
	}
	return sum, err
}

// A replica is a single node. reach is nil unless its vector index is a graph.
type replica struct {
	*client
	reach *reach
}

// replicas compares the papers of all nodes.
type replicas struct {
	*Corpus
	nodes []replica
}

func (c *Corpus) replicas(graph bool) *replicas {
	all := &replicas{Corpus: c}
	for _, node := range c.client.nodes {
		r := replica{client: &client{nodes: []nodeClient{node}, key: c.client.key}}
		if graph {
			r.reach = &reach{keys: make(map[string]bool)}
		}
		all.nodes = append(all.nodes, r)
	}
	return all
}

// linkRounds is the number of attempts to link papers that a graph does not reach.
const linkRounds = 2

// verify writes papers again until every node has them and, if it has a graph, finds them there.
func (all *replicas) verify(ctx context.Context, batch []engine.PaperVector) (r PushCounts, err error) {
	objects, err := all.allStoredOf(batch)
	if err != nil {
		return r, err
	}
	var lacking, hidden []paperObject
	for round := range writeRounds {
		if err := pause(ctx, round); err != nil {
			return r, err
		}
		if lacking, hidden, err = all.missing(ctx, objects); err != nil {
			return r, err
		}
		objects = append(lacking, hidden...)
		if round == 0 {
			r = PushCounts{Sent: len(objects), Unchanged: len(batch) - len(objects)}
		}
		if r.Hidden = len(hidden); len(lacking) == 0 && (r.Hidden == 0 || round == linkRounds) {
			return r, nil
		}
		stretch(objects)
		if err := all.sendAll(ctx, objects, toAll); err != nil {
			return r, err
		}
	}
	return r, fmt.Errorf("some nodes still lack the current version of %s after several attempts to send it: "+
		"check the logs of the nodes", text.Count(len(lacking), "paper"))
}

// missing returns the objects that some node lacks or has in a different version, and the objects that
// every node has but that some node's graph does not reach.
func (all *replicas) missing(ctx context.Context, objects []paperObject) (lacking, hidden []paperObject, err error) {
	lacks, hides := make(map[string]bool), make(map[string]bool)
	for _, node := range all.nodes {
		absent, err := all.lacking(ctx, node.client, objects)
		note(lacks, absent)
		var unfound []paperObject
		if err == nil && node.reach != nil { // the lacking objects must be sent first
			present := slices.DeleteFunc(slices.Clone(objects), func(o paperObject) bool { return lacks[o.ID] })
			unfound, err = node.reach.hidden(ctx, all.Corpus, node.client, present)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("node %s cannot be queried directly: %w", host(node.nodes[0].url), err)
		}
		note(hides, unfound)
	}
	for _, o := range objects {
		switch {
		case lacks[o.ID]:
			lacking = append(lacking, o)
		case hides[o.ID]:
			hidden = append(hidden, o)
		}
	}
	return lacking, hidden, nil
}

func note(ids map[string]bool, objects []paperObject) {
	for _, o := range objects {
		ids[o.ID] = true
	}
}

// lacking returns the objects that the collection lacks, has in a different version, or has without
// their vectors. A single node reports only on its own replicas.
func (c *Corpus) lacking(ctx context.Context, from *client, objects []paperObject) (lacking []paperObject, err error) {
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

// digestQuestions returns a query for the digests of objects. For objects with vectors, it uses a
// vector search, which finds only objects in the vector index.
func (c *Corpus) digestQuestions(objects []paperObject) (questions string) {
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

// stretchThere stretches the vectors of those objects that are already in the collection, since its
// vector index may lack them.
func (c *Corpus) stretchThere(ctx context.Context, objects []paperObject) error {
	if len(objects) == 0 {
		return nil
	}
	keys := make([]string, len(objects))
	for i, o := range objects {
		keys[i] = o.ID
	}
	answer, err := c.ask(
		ctx, "{Get{"+c.get("there", "_additional{id}", byKeys(keys...).argument(), limit(len(keys)))+"}}",
	)
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

// expectAllNodes returns an error unless the address names all nodes and they have finished
// indexing vectors.
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
		return fmt.Errorf(
			"%s: the cluster has %d nodes, but the address names %d: name all of them, since each is queried separately",
			c.address, there, named,
		)
	}
	for _, node := range answer.Nodes {
		for _, shard := range node.Shards {
			if shard.Queue > 0 {
				return fmt.Errorf("%s: the cluster is still indexing %s: try again later", c.address,
					text.Count(shard.Queue, "vector"))
			}
		}
	}
	return nil
}
