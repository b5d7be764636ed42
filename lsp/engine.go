package lsp

import (
	"context"
	"fmt"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// An engineHolder opens the engine once for the settings in force, in the
// background, so that the editor never waits for it at start. An engine that
// another one replaced is closed when the last request that uses it ends.
type engineHolder struct {
	open func(context.Context, config.Settings) (*engine.Engine, []string, error)

	mu      sync.Mutex
	current *opening
	started chan struct{} // closed once there is a current one
	inUse   map[*engine.Engine]*opening
}

func newEngineHolder(open func(context.Context, config.Settings) (*engine.Engine, []string, error)) *engineHolder {
	return &engineHolder{open: open, started: make(chan struct{}), inUse: make(map[*engine.Engine]*opening)}
}

// An opening is an engine on its way.
type opening struct {
	done   chan struct{}
	engine *engine.Engine
	notes  []string
	err    error

	users int // requests, one for being the current one, and one until it is open
}

// expect makes requests wait for an engine that is about to be started: what is
// asked behind a change of settings is answered under the new ones.
func (h *engineHolder) expect() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.current != nil {
		h.replace(nil)
		h.started = make(chan struct{})
	}
}

// replace is called with the lock held.
func (h *engineHolder) replace(next *opening) {
	if h.current != nil {
		h.leave(h.current)
	}
	h.current = next
}

// start opens an engine for settings; requests from now on wait for it, unless
// ctx has ended, which is that of the settings.
func (h *engineHolder) start(ctx context.Context, settings config.Settings) *opening {
	h.mu.Lock()
	defer h.mu.Unlock()
	o := &opening{done: make(chan struct{}), users: 2, err: ctx.Err()}
	if o.err != nil {
		close(o.done)
		return o
	}
	if h.current == nil {
		close(h.started)
	}
	h.replace(o)
	go h.fill(ctx, o, settings)
	return o
}

func (h *engineHolder) fill(ctx context.Context, o *opening, settings config.Settings) {
	defer h.opened(o)
	defer func() {
		if r := recover(); r != nil {
			o.err = fmt.Errorf("internal error while the engine was opened: %v", r)
		}
	}()
	o.engine, o.notes, o.err = h.open(ctx, settings)
}

func (h *engineHolder) opened(o *opening) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if o.engine != nil {
		h.inUse[o.engine] = o
	}
	close(o.done)
	h.leave(o)
}

// leave is called with the lock held, so closing, which may wait for a disk, runs
// beside.
func (h *engineHolder) leave(o *opening) {
	if o.users--; o.users > 0 || o.engine == nil {
		return
	}
	delete(h.inUse, o.engine)
	go func() {
		defer func() { _ = recover() }() // an index that cannot be closed is no reason to end
		_ = o.engine.Close()
	}()
}

// get waits for the engine, which stays open until ctx ends.
func (h *engineHolder) get(ctx context.Context) (*engine.Engine, error) {
	o, err := h.wait(ctx)
	if err != nil {
		return nil, err
	}
	return o.engine, o.err
}

// keep lets an engine that the caller has from get stay open until ctx ends too.
func (h *engineHolder) keep(ctx context.Context, e *engine.Engine) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if o := h.inUse[e]; o != nil {
		o.users++
		h.leaveWith(ctx, o)
	}
}

func (h *engineHolder) leaveWith(ctx context.Context, o *opening) {
	context.AfterFunc(ctx, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.leave(o)
	})
}

// wait waits until an engine is open, or could not be opened. What it returns is
// in use until ctx ends.
func (h *engineHolder) wait(ctx context.Context) (*opening, error) {
	for {
		o, next := h.look(ctx)
		select {
		case <-next:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if o != nil && h.isCurrent(o) {
			return o, nil
		}
	}
}

// look returns the current opening, in use until ctx ends, and what to wait for.
func (h *engineHolder) look(ctx context.Context) (*opening, <-chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.current == nil {
		return nil, h.started
	}
	h.current.users++
	h.leaveWith(ctx, h.current)
	return h.current, h.current.done
}

func (h *engineHolder) isCurrent(o *opening) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.current == o
}

// end closes the engine once no request uses it.
func (h *engineHolder) end() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.replace(nil)
}
