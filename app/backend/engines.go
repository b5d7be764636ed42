// Package backend opens engines, libraries and models according to the settings. It keeps them open
// while they are in use.
package backend

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
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
	Notices []wire.Notice // missing parts and the simpler parts that replace them
	Err     error

	replaced chan struct{} // closed when the opening is no longer current
	users    int           // number of requests, plus one while the opening is current and one until the engine is open
}

// Expect makes requests wait for the next Start, so that requests made after a change of settings use
// the new settings.
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

// leave decrements the number of users of an opening and closes the engine after the last one has
// left. It closes the engine in the background, since closing may wait for a disk. e.mu must be held.
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

// Keep keeps an engine returned by Get open until ctx ends.
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

// Wait waits until opening an engine has succeeded or failed. If newer settings cancel the opening, it
// waits for the next one. The engine stays open until ctx ends.
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
// when the opening is ready. Without a current opening, the channel is closed when the next one starts.
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

// An UnavailableError reports that nothing can be searched. Its notice states the reason.
type UnavailableError struct {
	Notice wire.Notice
	err    error
}

func (e *UnavailableError) Error() string { return "nothing can be searched: " + e.Notice.Text }

func (e *UnavailableError) Unwrap() error { return e.err }

// Unavailable wraps an error from opening an engine, unless it already is an UnavailableError.
func Unavailable(err error) *UnavailableError {
	var nothing *UnavailableError
	var index IndexError
	switch {
	case errors.As(err, &nothing):
		return nothing
	case errors.Is(err, engine.ErrNoIndex):
		return &UnavailableError{wire.Notice{Code: wire.NoticeNoIndex, Text: err.Error()}, err}
	case errors.As(err, &index):
		return &UnavailableError{wire.Notice{Code: wire.NoticeIndex, Subject: index.Dir, Text: err.Error()}, err}
	}
	return &UnavailableError{wire.Notice{Code: wire.NoticeNoEngine, Text: err.Error()}, err}
}

// CheckAvailable returns an UnavailableError if no corpus of an engine has papers, for example
// because an index cannot be read or none is configured. It returns nil if a corpus does not
// respond, since that corpus may have papers.
func (e *Engines) CheckAvailable(ctx context.Context, used *engine.Engine) error {
	infos, err := used.Infos(ctx)
	if err != nil || slices.ContainsFunc(infos, func(i engine.Info) bool { return i.Papers > 0 }) {
		return nil
	}
	opened, err := e.Wait(ctx)
	if err != nil {
		return err
	}
	for _, n := range opened.Notices {
		if n.Code == wire.NoticeIndex {
			return &UnavailableError{n, errors.New(n.Text)}
		}
	}
	return Unavailable(engine.ErrNoIndex)
}

// Available returns an error if nothing can be searched.
func (e *Engines) Available(ctx context.Context) error {
	used, err := e.Get(ctx)
	if err != nil {
		return err
	}
	return e.CheckAvailable(ctx, used)
}

// A Reach determines which corpora a query may use.
type Reach bool

// The reaches. Queries relayed by another server are limited to Here, so that they cannot loop.
const (
	Here       Reach = false // only corpora on this server
	Everywhere Reach = true  // also corpora on remote servers
)

// Retriever returns the corpus with the given ID or name. The corpus stays open until ctx ends.
func (e *Engines) Retriever(ctx context.Context, named string, far Reach) (engine.Retriever, error) {
	used, err := e.Get(ctx)
	if err != nil {
		return nil, Unavailable(err)
	}
	r, err := used.Here().Corpus(ctx, named) // look on this server first, to avoid waiting for remote servers
	if err != nil && far == Everywhere {
		return used.Separately(ctx).Corpus(ctx, named)
	}
	return r, err
}

// A Renewer reopens the engine if an index has become readable or unreadable, or has been rebuilt
// with another embedder. Other updates of indexes do not require reopening. It is safe for
// concurrent use.
type Renewer struct {
	engines  *Engines
	settings config.Settings

	mu   sync.Mutex
	seen string
}

// NewRenewer returns a Renewer and starts an engine for the settings.
func NewRenewer(ctx context.Context, engines *Engines, settings config.Settings) *Renewer {
	r := &Renewer{engines: engines, settings: settings}
	r.Renew(ctx)
	return r
}

// Renew reopens the engine unconditionally.
func (r *Renewer) Renew(ctx context.Context) *Opening {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.renew(ctx, shapeOf(r.settings))
}

// renew reopens the engine. r.mu must be held.
func (r *Renewer) renew(ctx context.Context, shape string) *Opening {
	r.seen = shape
	return r.engines.Start(ctx, r.settings)
}

// Look reopens the engine if the indexes have changed in a way described for Renewer. Otherwise, it
// returns nil.
func (r *Renewer) Look(ctx context.Context) *Opening {
	r.mu.Lock()
	defer r.mu.Unlock()
	shape := shapeOf(r.settings)
	if shape == r.seen {
		return nil
	}
	return r.renew(ctx, shape)
}

// shapeOf returns a fingerprint of the indexes, which changes if the engine must be reopened.
func shapeOf(s config.Settings) string {
	var shape strings.Builder
	for _, dir := range s.Indexes {
		listing, err := index.List(dir)
		fmt.Fprintf(&shape, "%q %t %q\n", dir, err == nil, listing.Embedder)
	}
	return shape.String()
}
