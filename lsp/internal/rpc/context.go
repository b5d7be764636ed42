package rpc

import (
	"context"

	"go.lsp.dev/jsonrpc2"
)

// releaseKey is the context key of a request's release.
type releaseKey struct{}

// ownContext gives each request a context that stays whole after the request
// is answered. jsonrpc2 recycles its own one then, and context.WithCancel on it
// starts a goroutine that may look at it later still, which ends the process.
func ownContext(next jsonrpc2.Handler) jsonrpc2.Handler {
	return func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		owned, cancel := context.WithCancel(jsonrpc2.DetachContext(ctx))
		defer cancel()
		release := func() { jsonrpc2.Async(ctx) }
		return next(context.WithValue(owned, releaseKey{}, release), req)
	}
}

// Release ends the ordered part of a request: those behind it may start. It
// must be called from the request's handler, at most once.
func Release(ctx context.Context) {
	if release, ok := ctx.Value(releaseKey{}).(func()); ok {
		release()
	}
}
