package onnx

import (
	"context"
	"sync"
	"time"
)

// A resident is a model that is loaded on first use, shared by all users and closed when idle. The
// next use verifies and loads it again. It is safe for concurrent use.
type resident[T interface{ close() }] struct {
	location Location
	open     func(m *Model, library string) (T, error)
	cores    cores
	idle     time.Duration // time after which an unused model is closed; if 0, it stays loaded

	mu     sync.Mutex
	loaded bool
	model  T
	failed error // error of open, cached since the same files would fail again
	users  int
	last   time.Time // when the last user left
	timer  *time.Timer
}

func newResident[T interface{ close() }](f Location, open func(*Model, string) (T, error)) *resident[T] {
	return &resident[T]{location: f, open: open, cores: newCores(), idle: f.Idle}
}

// openResident is like newResident, but fails if a part of the model is missing or the binary was built
// without cgo. It loads nothing; damaged files fail on first use.
func openResident[T interface{ close() }](f Location, open func(*Model, string) (T, error)) (*resident[T], error) {
	if err := f.runnable(); err != nil {
		return nil, err
	}
	return newResident(f, open), nil
}

// ID returns the model's name and the first eight digits of its network's SHA-256.
func (r *resident[T]) ID() string { return r.location.Model.id() }

// Load loads the library, the network and the vocabulary. If it fails, every later call fails too.
func (r *resident[T]) Load() error { return r.use(func(T) error { return nil }) }

// use calls work with the model, which it loads if needed.
func (r *resident[T]) use(work func(T) error) error {
	if err := r.enter(); err != nil {
		return err
	}
	defer r.leave()
	return work(r.model)
}

// each calls run with the model and 0 to n-1, on all cores. It stops at the first error and returns it.
func (r *resident[T]) each(ctx context.Context, n int, run func(model T, i int) error) error {
	return r.use(func(model T) error {
		return r.cores.forEach(ctx, n, func(i int) error { return run(model, i) })
	})
}

func (r *resident[T]) enter() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.loaded && r.failed == nil {
		r.model, r.failed = r.open(r.location.Model, r.location.Runtime)
		r.loaded = r.failed == nil
	}
	if r.loaded {
		r.users++
	}
	return r.failed
}

func (r *resident[T]) leave() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.users--
	r.last = time.Now()
	if r.users > 0 || r.idle == 0 {
		return
	}
	if r.timer == nil {
		r.timer = time.AfterFunc(r.idle, r.rest)
	}
	r.timer.Reset(r.idle)
}

// retirement is the idle time of a replaced model.
const retirement = time.Second

// Close frees the model soon after its last user leaves, even if it has no idle time. A later use
// loads it again.
func (r *resident[T]) Close() error {
	r.mu.Lock()
	r.idle = retirement
	r.users++
	r.mu.Unlock()
	r.leave()
	return nil
}

// rest closes the model if nobody has used it for the idle time.
func (r *resident[T]) rest() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.loaded || r.users > 0 || time.Since(r.last) < r.idle {
		return
	}
	r.model.close()
	r.loaded = false
	r.model = *new(T)
}
