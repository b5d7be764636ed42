package lsp

import (
	"context"
	"fmt"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// An engineHolder opens the engine once for the settings in force, in the
// background, so that the editor never waits for it at start.
type engineHolder struct {
	open func(context.Context, config.Settings) (*engine.Engine, []string, error)

	mu      sync.Mutex
	current *opening
	started chan struct{} // closed once there is a current one
}

func newEngineHolder(open func(context.Context, config.Settings) (*engine.Engine, []string, error)) *engineHolder {
	return &engineHolder{open: open, started: make(chan struct{})}
}

// An opening is an engine on its way.
type opening struct {
	done   chan struct{}
	engine *engine.Engine
	notes  []string
	err    error
}

// expect makes requests wait for an engine that is about to be started: what is
// asked behind a change of settings is answered under the new ones.
func (h *engineHolder) expect() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.current != nil {
		h.current, h.started = nil, make(chan struct{})
	}
}

// start opens an engine for settings; requests from now on wait for it.
func (h *engineHolder) start(ctx context.Context, settings config.Settings) *opening {
	o := &opening{done: make(chan struct{})}
	h.mu.Lock()
	if h.current == nil {
		close(h.started)
	}
	h.current = o
	h.mu.Unlock()
	go func() {
		defer close(o.done)
		defer func() {
			if r := recover(); r != nil {
				o.err = fmt.Errorf("internal error while the engine was opened: %v", r)
			}
		}()
		o.engine, o.notes, o.err = h.open(ctx, settings)
	}()
	return o
}

// get waits for the engine.
func (h *engineHolder) get(ctx context.Context) (*engine.Engine, error) {
	o, err := h.wait(ctx)
	if err != nil {
		return nil, err
	}
	return o.engine, o.err
}

// wait waits until an engine is open, or could not be opened.
func (h *engineHolder) wait(ctx context.Context) (*opening, error) {
	for {
		h.mu.Lock()
		o, next := h.current, h.started
		h.mu.Unlock()
		if o != nil {
			next = o.done
		}
		select {
		case <-next:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if o != nil {
			return o, nil
		}
	}
}
