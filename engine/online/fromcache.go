package online

import "context"

type fromCacheKey struct{}

// FromCache returns a context in which only cached responses are used. A request without a cached
// response fails with kind Unreachable.
func FromCache(ctx context.Context) context.Context {
	return context.WithValue(ctx, fromCacheKey{}, true)
}

func isFromCache(ctx context.Context) bool { return ctx.Value(fromCacheKey{}) != nil }
