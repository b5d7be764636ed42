package online

import "context"

type fromCacheKey struct{}

// FromCache is a context in which replies come from the cache alone: nothing is sent,
// and what is not there is an error of the kind Unreachable.
func FromCache(ctx context.Context) context.Context {
	return context.WithValue(ctx, fromCacheKey{}, true)
}

func isFromCache(ctx context.Context) bool { return ctx.Value(fromCacheKey{}) != nil }
