package search

import (
	"context"
	"errors"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"
)

// A vectorCache remembers the vectors of the texts used last: an editor asks
// several times for the same paragraph. Two requests that want the same texts at
// a time have them embedded once.
type vectorCache struct {
	known  *lru.Cache[string, []float32]
	asking singleflight.Group
}

// How many texts are remembered.
const (
	queryVectors = 64
	paperVectors = 4096 // 6 MB of vectors of 384 numbers
)

func newVectorCache(size int) *vectorCache {
	known, err := lru.New[string, []float32](size)
	if err != nil { // of sizes below one
		panic(err)
	}
	return &vectorCache{known: known}
}

// embed returns a vector for each text, nil for an empty one.
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
	embedded, err := sharedAnswer(ctx, &c.asking, strings.Join(fresh, "\x00"), func() ([][]float32, error) { return embedder.Embed(ctx, fresh) })
	if err != nil {
		return nil, err
	}
	for i, vector := range embedded {
		c.known.Add(fresh[i], vector)
		vectors[places[i]] = vector
	}
	return vectors, nil
}

// sharedAnswer lets the first of several requests for the same answer compute it.
// Where that one is cancelled, another one goes on.
func sharedAnswer[T any](ctx context.Context, asking *singleflight.Group, key string, compute func() (T, error)) (T, error) {
	for {
		answer, err, shared := asking.Do(key, func() (any, error) { return compute() })
		if shared && errors.Is(err, context.Canceled) && ctx.Err() == nil {
			continue
		}
		value, _ := answer.(T)
		return value, err
	}
}
