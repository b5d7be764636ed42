package rpc

import (
	"context"

	"go.lsp.dev/jsonrpc2"
)

// releaseKey is the context key of a request's release function.
type releaseKey struct{}

// ownContext gives each request a context that stays valid after the response. jsonrpc2 reuses its
// own context for the next request, while a goroutine started by context.WithCancel may still read
// it, which crashes the process.
func ownContext(next jsonrpc2.Handler) jsonrpc2.Handler {
	return func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		owned, cancel := context.WithCancel(jsonrpc2.DetachContext(ctx))
		defer cancel()
		release := func() { jsonrpc2.Async(ctx) }
		return next(context.WithValue(owned, releaseKey{}, release), req)
	}
}

// Release lets the next requests start before this one ends. A handler may call it only once.
func Release(ctx context.Context) {
	if release, ok := ctx.Value(releaseKey{}).(func()); ok {
		release()
	}
}
