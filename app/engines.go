package app

import (
	"context"
	"fmt"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Engines opens the engine of the settings in force, in the background, so that a
// door never waits for it at start. An engine that another one replaced is closed
// when the last request that uses it ends. It is safe for concurrent use.
type Engines struct {
	open func(context.Context, config.Settings) (*engine.Engine, []Notice, error)

	mu      sync.Mutex
	current *Opening
	started chan struct{} // closed once there is a current one
	inUse   map[*engine.Engine]*Opening
}

// NewEngines opens engines by open.
func NewEngines(open func(context.Context, config.Settings) (*engine.Engine, []Notice, error)) *Engines {
	return &Engines{open: open, started: make(chan struct{}), inUse: make(map[*engine.Engine]*Opening)}
}

// An Opening is an engine on its way. Its other fields are set once Done is closed.
type Opening struct {
	Done    chan struct{}
	Engine  *engine.Engine
	Notices []Notice // what runs in its simple form, and why
	Err     error

	users int // requests, one for being the current one, and one until it is open
}

// Expect makes requests wait for an engine that is about to be started: what is
// asked behind a change of settings is answered under the new ones.
func (e *Engines) Expect() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.current != nil {
		e.replace(nil)
		e.started = make(chan struct{})
	}
}

// replace is called with the lock held.
func (e *Engines) replace(next *Opening) {
	if e.current != nil {
		e.leave(e.current)
	}
	e.current = next
}

// Start opens an engine for settings; requests from now on wait for it, unless
// ctx has ended, which is that of the settings.
func (e *Engines) Start(ctx context.Context, settings config.Settings) *Opening {
	e.mu.Lock()
	defer e.mu.Unlock()
	o := &Opening{Done: make(chan struct{}), users: 2, Err: ctx.Err()}
	if o.Err != nil {
		close(o.Done)
		return o
	}
	if e.current == nil {
		close(e.started)
	}
	e.replace(o)
	go e.fill(ctx, o, settings)
	return o
}

func (e *Engines) fill(ctx context.Context, o *Opening, settings config.Settings) {
	defer e.opened(o)
	defer func() {
		if r := recover(); r != nil {
			o.Err = fmt.Errorf("internal error while the engine was opened: %v", r)
		}
	}()
	o.Engine, o.Notices, o.Err = e.open(ctx, settings)
}

func (e *Engines) opened(o *Opening) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if o.Engine != nil {
		e.inUse[o.Engine] = o
	}
	close(o.Done)
	e.leave(o)
}

// leave is called with the lock held, so closing, which may wait for a disk, runs
// beside.
func (e *Engines) leave(o *Opening) {
	if o.users--; o.users > 0 || o.Engine == nil {
		return
	}
	delete(e.inUse, o.Engine)
	go func() {
		defer func() { _ = recover() }() // an index that cannot be closed is no reason to end
		_ = o.Engine.Close()
	}()
}

// Get waits for the engine, which stays open until ctx ends.
func (e *Engines) Get(ctx context.Context) (*engine.Engine, error) {
	o, err := e.Wait(ctx)
	if err != nil {
		return nil, err
	}
	return o.Engine, o.Err
}

// Keep lets an engine that the caller has from Get stay open until ctx ends too.
func (e *Engines) Keep(ctx context.Context, used *engine.Engine) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if o := e.inUse[used]; o != nil {
		o.users++
		e.leaveWith(ctx, o)
	}
}

func (e *Engines) leaveWith(ctx context.Context, o *Opening) {
	context.AfterFunc(ctx, func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.leave(o)
	})
}

// Wait waits until an engine is open, or could not be opened. What it returns is
// in use until ctx ends.
func (e *Engines) Wait(ctx context.Context) (*Opening, error) {
	for {
		o, next := e.look(ctx)
		select {
		case <-next:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if o != nil && e.isCurrent(o) {
			return o, nil
		}
	}
}

// look returns the current opening, in use until ctx ends, and the channel to wait for.
func (e *Engines) look(ctx context.Context) (*Opening, <-chan struct{}) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.current == nil {
		return nil, e.started
	}
	e.current.users++
	e.leaveWith(ctx, e.current)
	return e.current, e.current.Done
}

func (e *Engines) isCurrent(o *Opening) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.current == o
}

// Close closes the engine once no request uses it.
func (e *Engines) Close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.replace(nil)
}
