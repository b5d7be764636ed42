package rpc

import (
	"context"
	"sync"
	"sync/atomic"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// The states of a server, in order.
const (
	fresh int32 = iota
	running
	stopped
)

// A lifecycle rejects requests before initialize and after shutdown, as the protocol requires.
type lifecycle struct {
	state atomic.Int32
	once  sync.Once
	exit  chan struct{}
}

func (l *lifecycle) order(next jsonrpc2.Handler) jsonrpc2.Handler {
	return func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		switch method := req.Method(); {
		case method == protocol.MethodExit:
			l.once.Do(func() { close(l.exit) })
			return nil, nil
		case method == protocol.MethodInitialize && !l.state.CompareAndSwap(fresh, running):
			return nil, jsonrpc2.NewError(jsonrpc2.InvalidRequest, "initialize was already received")
		case method == protocol.MethodShutdown && l.state.CompareAndSwap(running, stopped):
		case l.state.Load() != running:
			return nil, l.refusal(req)
		}
		return next(ctx, req)
	}
}

func (l *lifecycle) refusal(req *jsonrpc2.Request) error {
	switch {
	case !req.IsCall():
		return nil
	case l.state.Load() == fresh:
		return jsonrpc2.NewError(jsonrpc2.ServerNotInitialized, "initialize must come first")
	}
	return jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the server was shut down")
}

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
