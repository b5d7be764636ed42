package engine

import (
	"context"
	"sync"
)

// A vectorCache remembers the vectors of the last few query texts: an editor
// asks several times for the same paragraph.
type vectorCache struct {
	mu      sync.Mutex
	entries []cachedVector // oldest first
}

type cachedVector struct {
	text   string
	vector []float32
}

const vectorCacheSize = 64

// embed returns a vector for each text, nil for an empty one.
func (c *vectorCache) embed(ctx context.Context, embedder Embedder, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	var fresh []string
	var places []int
	for i, text := range texts {
		if vectors[i] = c.get(text); vectors[i] == nil && text != "" {
			fresh, places = append(fresh, text), append(places, i)
		}
	}
	if len(fresh) == 0 {
		return vectors, nil
	}
	embedded, err := embedder.Embed(ctx, fresh)
	if err != nil {
		return nil, err
	}
	for i, vector := range embedded {
		c.put(fresh[i], vector)
		vectors[places[i]] = vector
	}
	return vectors, nil
}

func (c *vectorCache) get(text string) []float32 {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, entry := range c.entries {
		if entry.text == text {
			return entry.vector
		}
	}
	return nil
}

func (c *vectorCache) put(text string, vector []float32) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.entries) == vectorCacheSize {
		c.entries = append(c.entries[:0], c.entries[1:]...)
	}
	c.entries = append(c.entries, cachedVector{text, vector})
}
