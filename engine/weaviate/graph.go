package weaviate

import (
	"context"
	"sync"
)

const (
	// swept is how many neighbours one question asks for. What comes back can be reached, so a
	// paper that came back for another one is not asked for itself.
	swept = 2000
	// twin is the distance up to which vectors are taken for the same.
	twin = .0001
	// maxReached bounds what is kept of the answers of a node; a paper that was forgotten is
	// asked for again.
	maxReached = 1 << 22
)

// hasGraph reports whether vectors are found through a graph, in which an object can be and yet
// not be reached.
func (c *Corpus) hasGraph(ctx context.Context) (bool, error) {
	class, err := do[struct {
		VectorIndexType string `json:"vectorIndexType"`
	}](ctx, &c.client, "GET", c.schemaPath(), nil)
	return class.VectorIndexType == "hnsw", err
}

// A reach is what the graph of a node is known to lead to.
type reach struct {
	mu   sync.Mutex
	keys map[string]bool
}

// hidden are the objects that are not found by their own vectors. A question by keys does not go
// through the graph, so these have no filter.
func (r *reach) hidden(ctx context.Context, c *Corpus, from *client, objects []stored) (all []stored, err error) {
	r.mu.Lock() // one question at a time, since the next one may not be needed
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

// sweep notes the neighbours of an object. Nothing is known of one that has too many twins.
func (r *reach) sweep(ctx context.Context, c *Corpus, from *client, o stored) error {
	// With a property Weaviate reads that one of each object, without one it reads all.
	q := question{"{Get{" + c.get("reached", "digest _additional{id distance}", near(o.Vector), limit(swept)) + "}}"}
	answer, err := do[reply](ctx, from, "POST", "/v1/graphql", q)
	if err != nil {
		return err
	}
	hits := answer.Data.Get["reached"]
	hits = hits[:min(len(hits), swept)] // no node adds more than it was asked for
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
