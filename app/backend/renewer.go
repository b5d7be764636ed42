package backend

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
)

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

// Look reopens the engine if the indexes have changed in one of the ways described for Renewer.
// Otherwise it returns nil.
func (r *Renewer) Look(ctx context.Context) *Opening {
	r.mu.Lock()
	defer r.mu.Unlock()
	shape := shapeOf(r.settings)
	if shape == r.seen {
		return nil
	}
	return r.renew(ctx, shape)
}

// shapeOf returns a fingerprint of the indexes. When the fingerprint changes, the engine must be
// reopened.
func shapeOf(s config.Settings) string {
	var shape strings.Builder
	for _, dir := range s.Indexes {
		listing, err := index.List(dir)
		fmt.Fprintf(&shape, "%q %t %q\n", dir, err == nil, listing.Embedder)
	}
	return shape.String()
}
