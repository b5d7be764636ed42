package rpc

import (
	"context"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
)

// An Activity counts the requests and notifications in progress, so that background
// work can yield to them.
type Activity struct {
	mu      sync.Mutex
	running int
	idle    chan struct{} // closed while no request is running
}

// NewActivity returns an idle Activity.
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

const patience = time.Second // maximum time to wait, since a request may be waiting for the user

// WaitIdle waits until no request is in progress, but at most one second.
func (a *Activity) WaitIdle(ctx context.Context) error {
	a.mu.Lock()
	idle := a.idle
	a.mu.Unlock()
	patient, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	select {
	case <-idle:
	case <-patient.Done():
	}
	return ctx.Err()
}
