package weaviate

import (
	"context"
	"sync"
)

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
// filter, since with a filter by UUID, Weaviate does not use the graph.
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
	q := question{"{Get{" + c.get("reached", "digest _additional{id distance}", near(o.Vector), limit(swept)) + "}}"}
	answer, err := do[reply](ctx, from, "POST", "/v1/graphql", q)
	if err != nil {
		return err
	}
	hits := answer.Data.Get["reached"]
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
