package backend

import (
	"context"
	"errors"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Openers open engines, libraries and online sources from settings. A nil field opens nothing.
type Openers struct {
	// Engine opens an engine. The notices name missing parts and simpler replacements.
	Engine func(ctx context.Context, settings config.Settings) (*engine.Engine, []wire.Notice, error)
	// Titles opens an embedder that compares the titles of .bib files with sentences, many
	// thousands per second. Without it their words are compared.
	Titles func() engine.Embedder
	// Library opens the index of the user's own works, or returns nil if the settings name no
	// source. waitIdle returns when no request is running.
	Library func(
		ctx context.Context, settings config.Settings, workspace []string, waitIdle func(context.Context) error,
	) (Library, error)
	// Literature opens the online sources of the settings without a request to them.
	Literature func(ctx context.Context, settings config.Settings) (Literature, error)
}

// ErrOnlineOff is wrapped if no online source is enabled.
var ErrOnlineOff = errors.New("no online source is enabled: " +
	"name some in the setting online.sources of your own scilit.toml, such as [\"arxiv\", \"crossref\"]")

// A Library keeps an index of the user's own works up to date. The engine searches its folder like
// any other.
type Library interface {
	Dir() string
	// Refresh reads changed files; dirtyPaths are known to have changed.
	Refresh(ctx context.Context, dirtyPaths []string, step func(engine.LibraryStep)) error
	Status() engine.LibraryStatus
}
