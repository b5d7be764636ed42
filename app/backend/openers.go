package backend

import (
	"context"
	"errors"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Openers open engines, libraries and online sources according to the settings. Fields may be nil.
type Openers struct {
	// Engine opens an engine. The notices name missing parts and the simpler ones used instead.
	Engine func(ctx context.Context, settings config.Settings) (*engine.Engine, []wire.Notice, error)
	// Titles opens an embedder for comparing titles in .bib files with sentences, many thousands per
	// second. Without it, they are compared by words.
	Titles func() engine.Embedder
	// Library opens the index of the user's works, or returns nil if no source is configured. waitIdle
	// returns when no request is running.
	Library func(
		ctx context.Context, settings config.Settings, workspace []string, waitIdle func(context.Context) error,
	) (Library, error)
	// Literature opens the configured online sources without sending requests.
	Literature func(ctx context.Context, settings config.Settings) (Literature, error)
	// Growth opens the builder of corpora without sending requests. waitIdle returns when no request is
	// running.
	Growth func(settings config.Settings, waitIdle func(context.Context) error) (Growth, error)
}

// ErrOnlineOff is returned or wrapped if no online source is enabled.
var ErrOnlineOff = errors.New("no online source is enabled: " +
	"name some in the setting online.sources of your own scilit.toml, such as [\"arxiv\", \"crossref\"]")

// A Library keeps an index of the user's works up to date. The engine searches its folder like any
// other.
type Library interface {
	Dir() string
	// Refresh reads changed files. dirtyPaths lists files known to have changed.
	Refresh(ctx context.Context, dirtyPaths []string, step func(engine.LibraryStep)) error
	Status() engine.LibraryStatus
}
