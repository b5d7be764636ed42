package search

import (
	"context"
	"errors"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"
)

// A vectorCache caches the vectors of recently used texts, since an editor often repeats the query
// for a paragraph. Concurrent requests for the same texts share one call to the embedder.
type vectorCache struct {
	known  *lru.Cache[string, []float32]
	asking singleflight.Group
}

// Sizes of the caches, in texts.
const (
	queryVectors = 64
	paperVectors = 4096 // takes 6 MB for vectors of 384 components
)

func newVectorCache(size int) *vectorCache {
	known, err := lru.New[string, []float32](size)
	if err != nil { // unreachable, since size is positive
		panic(err)
	}
	return &vectorCache{known: known}
}

// embed returns a vector for each text, or nil for an empty text.
func (c *vectorCache) embed(ctx context.Context, embedder Embedder, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	var fresh []string
	var places []int
	for i, text := range texts {
		if text == "" {
			continue
		}
		known, ok := c.known.Get(text)
		if vectors[i] = known; !ok {
			fresh, places = append(fresh, text), append(places, i)
		}
	}
	if len(fresh) == 0 {
		return vectors, nil
	}
	key := strings.Join(fresh, "\x00")
	embedded, err := sharedAnswer(ctx, &c.asking, key, func() ([][]float32, error) { return embedder.Embed(ctx, fresh) })
	if err != nil {
		return nil, err
	}
	for i, vector := range embedded {
		c.known.Add(fresh[i], vector)
		vectors[places[i]] = vector
	}
	return vectors, nil
}

// sharedAnswer calls compute once for all concurrent requests with the same key. If the request that
// started compute is cancelled, another request calls compute again.
func sharedAnswer[T any](
	ctx context.Context, asking *singleflight.Group, key string, compute func() (T, error),
) (T, error) {
	for {
		answer, err, shared := asking.Do(key, func() (any, error) { return compute() })
		if shared && errors.Is(err, context.Canceled) && ctx.Err() == nil {
			continue
		}
		value, _ := answer.(T)
		return value, err
	}
}
