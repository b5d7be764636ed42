package app

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
)

// A SharedCorpus is one as other machines see it: without its place on this one.
type SharedCorpus struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Papers    int    `json:"papers"`
	FullTexts int    `json:"fullTexts"`
	Embedder  string `json:"embedder"` // what its vectors come from; "" where it has none
	// Host is that of the server that it is on, absent where it is on this one.
	Host string `json:"host,omitempty"`
}

// A Reach is how far a question goes.
type Reach bool

// Questions that another server hands on go no further, so that none goes round in circles.
const (
	Here       Reach = false // to the corpora of this server
	Everywhere Reach = true  // to those of the servers that its settings name, too
)

// Corpora are those that can be searched.
func (e *Engines) Corpora(ctx context.Context, far Reach) ([]SharedCorpus, error) {
	used, err := e.Get(ctx)
	if err != nil {
		return nil, Nothing(err)
	}
	view := used.Here()
	if far == Everywhere {
		view = used.Separately(ctx)
	}
	infos, err := view.Infos(ctx)
	if len(infos) > 0 {
		err = nil // of the others
	}
	all := []SharedCorpus{}
	for _, i := range infos {
		all = append(all, SharedCorpus{i.ID, i.Name, i.Papers, i.FullTexts, engine.EmbedderName(i.Embedder), i.Host})
	}
	return all, err
}

// Retriever is that of the corpus with an ID or a name, open until ctx ends.
func (e *Engines) Retriever(ctx context.Context, named string, far Reach) (engine.Retriever, error) {
	used, err := e.Get(ctx)
	if err != nil {
		return nil, Nothing(err)
	}
	r, err := used.Here().Corpus(ctx, named) // which waits for no other server
	if err != nil && far == Everywhere {
		return used.Separately(ctx).Corpus(ctx, named)
	}
	return r, err
}

// A Renewer opens the engine anew where an index could not be opened before and can be
// now, or has vectors of another embedder. What else is published to an index is seen
// without it. It is safe for concurrent use.
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

// Renew opens the engine anew, whatever changed.
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

// Look renews where it has to, and is nil else.
func (r *Renewer) Look(ctx context.Context) *Opening {
	r.mu.Lock()
	defer r.mu.Unlock()
	shape := shapeOf(r.settings)
	if shape == r.seen {
		return nil
	}
	return r.renew(ctx, shape)
}

// shapeOf is all of the indexes that an engine is put together by.
func shapeOf(s config.Settings) string {
	var shape strings.Builder
	for _, dir := range s.Indexes {
		listing, err := index.List(dir)
		fmt.Fprintf(&shape, "%q %t %q\n", dir, err == nil, listing.Embedder)
	}
	return shape.String()
}
