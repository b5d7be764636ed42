package weaviate

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Verify checks that each node of the address has every paper and its vector, and writes the
// missing ones again. Sent is the number of papers written. If a node was killed during a write,
// some of its papers may lack vectors or links in its graph. Weaviate's own repair does not detect
// this, since it compares only modification times.
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
	return r, fmt.Errorf("some nodes still lack the current version of %s after several attempts: "+
		"check the nodes' logs", text.Count(len(lacking), "paper"))
}

// missing returns the objects that some node lacks or has in a different version, and those that
// every node has but some node's graph does not reach.
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
	var answer map[string][]hit
	if questions := c.digestQuestions(objects); questions != "" {
		if answer, err = from.fetch(ctx, questions); err != nil {
			return nil, err
		}
	}
	digests := make(map[string]string)
	for _, hits := range answer {
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
		questions += c.get("plain", digestFields, byKeys(plain...))
	}
	if len(embedded) > 0 {
		questions += c.get("embedded", digestFields, near(vector), byKeys(embedded...))
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
	answer, err := c.client.fetch(ctx, c.get("there", "_additional{id}", byKeys(keys...)))
	there := make(map[string]bool)
	for _, h := range answer["there"] {
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
		return fmt.Errorf("%s: the cluster has %d nodes, but the address names %d: name all of them, since each is "+
			"queried separately", c.address, there, named)
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

const (
	// swept is the number of neighbours requested per query. Each returned neighbour is reachable
	// and needs no query.
	swept = 2000
	// twin is the maximum distance at which two vectors count as equal.
	twin = .0001
	// maxReached is the maximum number of objects remembered per node. A forgotten object is queried
	// again.
	maxReached = 1 << 22
)

// hasGraph reports whether the vector index is an HNSW graph. Such a graph can contain objects
// that no search reaches.
func (c *Corpus) hasGraph(ctx context.Context) (bool, error) {
	class, err := do[struct {
		VectorIndexType string `json:"vectorIndexType"`
	}](ctx, &c.client, "GET", c.schemaPath(), nil)
	return class.VectorIndexType == "hnsw", err
}

// A reach remembers the objects that a search of a node's graph has reached.
type reach struct {
	mu   sync.Mutex
	keys map[string]bool
}

// hidden returns the objects that a search for their own vector does not find. The search has no
// filter, since Weaviate does not use the graph to filter by UUID.
func (r *reach) hidden(
	ctx context.Context, c *Corpus, from *client, objects []paperObject,
) (all []paperObject, err error) {
	r.mu.Lock() // queries are sent one at a time, since one may make the next unnecessary
	defer r.mu.Unlock()
	for _, o := range objects {
		if len(o.Vector) == 0 || r.keys[o.ID] {
			continue
		}
		if err := r.sweep(ctx, c, from, o); err != nil {
			return nil, err
		}
		if !r.keys[o.ID] {
			all = append(all, o)
		}
	}
	return all, nil
}

// sweep marks the neighbours of an object as reached. If the object has too many twins, it is marked
// too, since the result may omit it by chance.
func (r *reach) sweep(ctx context.Context, c *Corpus, from *client, o paperObject) error {
	// Unless the query names a property, Weaviate reads all properties of an object.
	answer, err := from.fetch(ctx, c.get("reached", "digest _additional{id distance}", near(o.Vector), limit(swept)))
	if err != nil {
		return err
	}
	hits := answer["reached"]
	hits = hits[:min(len(hits), swept)] // a faulty node may return more than the limit
	if len(r.keys)+len(hits) > maxReached {
		clear(r.keys)
	}
	for _, h := range hits {
		r.keys[h.More.ID] = true
	}
	if len(hits) == swept && hits[swept-1].More.Distance <= twin {
		r.keys[o.ID] = true
	}
	return nil
}
