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

const vectorCacheSize = 32

func (c *vectorCache) embed(ctx context.Context, embedder Embedder, text string) ([]float32, error) {
	if vector := c.get(text); vector != nil {
		return vector, nil
	}
	vectors, err := embedder.Embed(ctx, []string{text})
	if err != nil {
		return nil, err
	}
	c.put(text, vectors[0])
	return vectors[0], nil
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
