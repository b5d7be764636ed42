package rpc

import (
	"context"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
)

// An Activity counts the requests and notifications that are being answered, so
// that work in the background can let them go first.
type Activity struct {
	mu      sync.Mutex
	running int
	idle    chan struct{} // closed while none is running
}

// NewActivity counts from none.
func NewActivity() *Activity {
	a := &Activity{idle: make(chan struct{})}
	close(a.idle)
	return a
}

func (a *Activity) count(next jsonrpc2.Handler) jsonrpc2.Handler {
	return func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		a.add(1)
		defer a.add(-1)
		return next(ctx, req)
	}
}

func (a *Activity) add(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.running == 0 {
		a.idle = make(chan struct{})
	}
	if a.running += n; a.running == 0 {
		close(a.idle)
	}
}

// patience bounds a rest: a request may wait for its user, and the work is to
// go on at last.
const patience = time.Second

// WaitIdle returns when nothing is being answered, or after a second.
func (a *Activity) WaitIdle(ctx context.Context) error {
	a.mu.Lock()
	idle := a.idle
	a.mu.Unlock()
	select {
	case <-idle:
		return ctx.Err()
	default:
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-idle:
	case <-timer.C:
	case <-ctx.Done():
	}
	return ctx.Err()
}
