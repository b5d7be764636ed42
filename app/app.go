// Package app is what all doors of scilit share, whatever their protocol: how
// engines and libraries are opened from settings and kept open, what is asked of
// them, and what is answered.
package app

import (
	"context"
	"errors"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Openers open what settings describe. A field that is nil opens nothing.
type Openers struct {
	// Engine opens an engine. The notices say what runs in its simple form, and why.
	Engine func(ctx context.Context, settings config.Settings) (*engine.Engine, []Notice, error)
	// Titles opens an embedder that compares the titles of .bib files with sentences,
	// many thousands in a second; without it their words have to do.
	Titles func() engine.Embedder
	// Library opens the index of the user's own works, nil where the settings name no
	// source. waitIdle returns when no request is being answered.
	Library func(ctx context.Context, settings config.Settings, workspace []string, waitIdle func(context.Context) error) (Library, error)
	// Literature opens the online sources of the settings; its error says how to turn one
	// on where there is none. Nothing is sent before it is asked.
	Literature func(ctx context.Context, settings config.Settings) (Literature, error)
}

// ErrOnlineOff is wrapped where no online source is turned on.
var ErrOnlineOff = errors.New("no online source is turned on: name some in the setting online.sources of your own scilit.toml, such as [\"arxiv\", \"crossref\"]")

// A Library is an index of the works that the user has. The engine searches its
// folder like any other; here it is only kept up to date.
type Library interface {
	Dir() string
	// Refresh reads what changed. dirtyPaths are files that are known to have.
	Refresh(ctx context.Context, dirtyPaths []string, step func(engine.LibraryStep)) error
	Status() engine.LibraryStatus
}
