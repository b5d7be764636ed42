package search

import (
	"context"
	"crypto/sha256"
	"errors"
	"strings"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"
)

// A cache holds the values of recently used texts, since an editor often repeats the query for a
// paragraph. It stores hashes of the texts. Concurrent requests for the same texts share one
// computation. The zero value is empty and ready to use.
type cache[V any] struct {
	open   sync.Once
	known  *lru.Cache[[sha256.Size]byte, V]
	asking singleflight.Group
}

// maxCached is the number of texts in a cache. Vectors of 384 components take 6 MB.
const maxCached = 4096

// values returns a value for each text, or the zero value for an empty text. compute returns the
// values of uncached texts, given their indexes.
func (c *cache[V]) values(
	ctx context.Context, texts []string, compute func(places []int) ([]V, error),
) ([]V, error) {
	c.open.Do(func() { c.known, _ = lru.New[[sha256.Size]byte, V](maxCached) }) // New fails only for a size of 0
	values := make([]V, len(texts))
	var fresh []string
	var places []int
	for i, text := range texts {
		known, ok := c.known.Get(sha256.Sum256([]byte(text)))
		if values[i] = known; !ok && text != "" {
			fresh, places = append(fresh, text), append(places, i)
		}
	}
	if len(fresh) == 0 {
		return values, nil
	}
	computed, err := c.shared(ctx, strings.Join(fresh, "\x00"), func() ([]V, error) { return compute(places) })
	if err != nil {
		return nil, err
	}
	for i, value := range computed {
		c.known.Add(sha256.Sum256([]byte(fresh[i])), value)
		values[places[i]] = value
	}
	return values, nil
}

// shared calls compute once for all concurrent requests with the same key. If the request that
// started compute is cancelled, another request calls compute again.
func (c *cache[V]) shared(ctx context.Context, key string, compute func() ([]V, error)) ([]V, error) {
	for {
		answer, err, shared := c.asking.Do(key, func() (any, error) { return compute() })
		if shared && errors.Is(err, context.Canceled) && ctx.Err() == nil {
			continue
		}
		values, _ := answer.([]V)
		return values, err
	}
}

// pick returns the elements at the given indexes.
func pick[T any](all []T, places []int) []T {
	picked := make([]T, len(places))
	for i, at := range places {
		picked[i] = all[at]
	}
	return picked
}
