package backend

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
)

// A Renewer reopens the engine if an index becomes readable or unreadable, or gets vectors of
// another embedder. Other index updates need no reopening. It is safe for concurrent use.
type Renewer struct {
	engines  *Engines
	settings config.Settings

	mu   sync.Mutex
	seen string
}

// NewRenewer starts an engine for settings.
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

// renew is called with the lock held.
func (r *Renewer) renew(ctx context.Context, shape string) *Opening {
	r.seen = shape
	return r.engines.Start(ctx, r.settings)
}

// Look reopens the engine if an index changed as described at Renewer, else it returns nil.
func (r *Renewer) Look(ctx context.Context) *Opening {
	r.mu.Lock()
	defer r.mu.Unlock()
	shape := shapeOf(r.settings)
	if shape == r.seen {
		return nil
	}
	return r.renew(ctx, shape)
}

// shapeOf returns a fingerprint of the indexes. A change requires reopening the engine.
func shapeOf(s config.Settings) string {
	var shape strings.Builder
	for _, dir := range s.Indexes {
		listing, err := index.List(dir)
		fmt.Fprintf(&shape, "%q %t %q\n", dir, err == nil, listing.Embedder)
	}
	return shape.String()
}
