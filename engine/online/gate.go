package online

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/gofrs/flock"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
	"golang.org/x/time/rate"
)

// A gate limits this process's requests to one service.
type gate struct {
	limiter *rate.Limiter
	free    chan struct{} // a token per request that may start now
	atOnce  int           // number of tokens, guarded by gates.mu

	mu        sync.Mutex
	busyUntil time.Time
}

// gates holds a process's gates by service.
type gates struct {
	mu sync.Mutex
	by map[string]*gate
}

var processGates gates

// of returns the gate of a service. Its limits are the highest of all clients' paces, since the first
// client often lacks the key or email address that permits the faster pace.
func (g *gates) of(api sources.Source, p sources.Pace) *gate {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.by == nil {
		g.by = make(map[string]*gate)
	}
	one := g.by[api.Name]
	if one == nil {
		one = &gate{limiter: rate.NewLimiter(rate.Every(p.Every), p.Burst),
			free: make(chan struct{}, max(api.Pace.AtOnce, api.Keyed.AtOnce))}
		g.by[api.Name] = one
	}
	one.limiter.SetLimit(max(one.limiter.Limit(), rate.Every(p.Every)))
	one.limiter.SetBurst(max(one.limiter.Burst(), p.Burst))
	for ; one.atOnce < p.AtOnce; one.atOnce++ {
		one.free <- struct{}{}
	}
	return one
}

// errWait is returned if a request would have to wait beyond its deadline.
var errWait = errors.New("earlier requests to this source are still waiting")

// enter waits until a request may be sent. The caller must call leave after the request.
func (g *gate) enter(ctx context.Context) (leave func(), err error) {
	select {
	case <-g.free:
	case <-ctx.Done():
		return nil, errWait
	}
	leave = func() { g.free <- struct{}{} }
	if err := g.limiter.Wait(ctx); err != nil {
		leave()
		return nil, errWait
	}
	return leave, nil
}

// busy returns the time until which a service is busy, or the zero time if it accepts requests.
func (g *gate) busy(now time.Time) time.Time {
	g.mu.Lock()
	defer g.mu.Unlock()
	if now.Before(g.busyUntil) {
		return g.busyUntil
	}
	return time.Time{}
}

func (g *gate) setBusy(until time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if until.After(g.busyUntil) {
		g.busyUntil = until
	}
}

// takeTurn limits the pace of requests to a service across processes. It uses a locked file whose
// modification time is the time of the last request. If a process ends, the operating system
// releases its lock.
func takeTurn(ctx context.Context, dir, service string, every time.Duration) (done func(), err error) {
	path := filepath.Join(dir, service+".turn")
	made, err := files.Update(path)
	if err != nil {
		return nil, err
	}
	if err := made.Close(); err != nil {
		return nil, err
	}
	lock := flock.New(path)
	if locked, err := lock.TryLockContext(ctx, 50*time.Millisecond); err != nil || !locked {
		return nil, errWait
	}
	done = func() { _ = lock.Close() }
	if err := waitSince(ctx, path, every); err != nil {
		done()
		return nil, err
	}
	return done, nil
}

// waitSince waits until at least every has passed since the last request, and records the new
// request. A time in the future, set by a wrong clock, counts as now.
func waitSince(ctx context.Context, path string, every time.Duration) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if err := sleep(ctx, min(every-time.Since(info.ModTime()), every)); err != nil {
		return errWait
	}
	now := time.Now()
	return os.Chtimes(path, now, now)
}

// sleep waits for a duration. It fails immediately if the context would end first.
func sleep(ctx context.Context, wait time.Duration) error {
	if wait <= 0 {
		return ctx.Err()
	}
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < wait {
		return context.DeadlineExceeded
	}
	if network.Sleep(ctx, wait) != nil {
		return ctx.Err()
	}
	return nil
}
