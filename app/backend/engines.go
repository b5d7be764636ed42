package backend

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Engines opens the engine for the current settings in the background, so that a server starts
// without delay. A replaced engine is closed after its last request. It is safe for concurrent use.
type Engines struct {
	open func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error)

	mu      sync.Mutex
	current *Opening
	started chan struct{} // closed while current is set
	inUse   map[*engine.Engine]*Opening
}

// NewEngines returns Engines that open engines with open.
func NewEngines(open func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error)) *Engines {
	return &Engines{open: open, started: make(chan struct{}), inUse: make(map[*engine.Engine]*Opening)}
}

// An Opening is an engine that is being opened or is open. Its other fields are set before Done is
// closed.
type Opening struct {
	Done    chan struct{}
	Engine  *engine.Engine
	Notices []wire.Notice // the parts that are missing and the simpler parts that replace them
	Err     error

	replaced chan struct{} // closed when the opening is no longer current
	users    int           // number of requests, plus one while the opening is current and one until the engine is open
}

// Expect makes requests wait for the next Start, so that requests after a change of settings use
// the new ones.
func (e *Engines) Expect() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.current != nil {
		e.replace(nil)
		e.started = make(chan struct{})
	}
}

// replace sets the current opening. e.mu must be held.
func (e *Engines) replace(next *Opening) {
	if e.current != nil {
		close(e.current.replaced)
		e.leave(e.current)
	}
	e.current = next
}

// Start opens an engine for settings; later requests wait for it. It does nothing if ctx, the
// context of the settings, has ended.
func (e *Engines) Start(ctx context.Context, settings config.Settings) *Opening {
	e.mu.Lock()
	defer e.mu.Unlock()
	o := &Opening{Done: make(chan struct{}), replaced: make(chan struct{}), users: 2, Err: ctx.Err()}
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
			o.Err = fmt.Errorf("internal error while opening the search engine: %v", r)
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

// leave decrements the number of users of an opening and closes the engine after the last one. The
// engine is closed in the background, since that may wait for a disk. e.mu must be held.
func (e *Engines) leave(o *Opening) {
	if o.users--; o.users > 0 || o.Engine == nil {
		return
	}
	delete(e.inUse, o.Engine)
	go func() {
		defer func() { _ = recover() }() // a panic in Close must not crash the server
		_ = o.Engine.Close()
	}()
}

// Get waits for the engine and keeps it open until ctx ends.
func (e *Engines) Get(ctx context.Context) (*engine.Engine, error) {
	o, err := e.Wait(ctx)
	if err != nil {
		return nil, err
	}
	return o.Engine, o.Err
}

// Keep keeps an engine that Get returned open until ctx ends.
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

// Wait waits until an engine is open or could not be opened. If newer settings cancel the opening, it
// waits for theirs. The engine stays open until ctx ends.
func (e *Engines) Wait(ctx context.Context) (*Opening, error) {
	for {
		o, next := e.look(ctx)
		select {
		case <-next:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if o == nil || !e.isCurrent(o) {
			continue
		}
		if !errors.Is(o.Err, context.Canceled) {
			return o, nil
		}
		select {
		case <-o.replaced:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// look returns the current opening, which stays in use until ctx ends, and a channel that is closed
// when the opening is ready. Without a current opening, the channel is closed when there is one.
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
