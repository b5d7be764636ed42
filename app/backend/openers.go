package backend

import (
	"context"
	"errors"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Openers are functions that open engines, libraries and online sources according to the settings.
// Fields may be nil.
type Openers struct {
	// Engine opens an engine. The notices name the parts that are missing and the simpler parts
	// that replace them.
	Engine func(ctx context.Context, settings config.Settings) (*engine.Engine, []wire.Notice, error)
	// Titles opens an embedder for comparing sentences with the titles in .bib files. It must be
	// fast enough for many thousands of titles per second. If nil, titles are compared by their
	// words.
	Titles func() engine.Embedder
	// Library opens the index of the user's works. It returns nil if no source is configured.
	// waitIdle returns when no request is in progress.
	Library func(
		ctx context.Context, settings config.Settings, workspace []string, waitIdle func(context.Context) error,
	) (Library, error)
	// Literature opens the configured online sources without sending requests.
	Literature func(ctx context.Context, settings config.Settings) (Literature, error)
	// Growth returns the builder of corpora without sending requests. waitIdle returns when no
	// request is in progress.
	Growth func(settings config.Settings, waitIdle func(context.Context) error) (Growth, error)
}

// ErrOnlineOff is returned or wrapped if no online source is enabled.
var ErrOnlineOff = errors.New("no online source is enabled: " +
	"set online.sources in your own scilit.toml, for example to [\"arxiv\", \"crossref\"]")

// A Library keeps an index of the user's works up to date. The engine searches the index like any
// other.
type Library interface {
	Dir() string
	// Refresh reads the files that have changed. dirtyPaths lists files that are known to have
	// changed.
	Refresh(ctx context.Context, dirtyPaths []string, step func(engine.LibraryStep)) error
	Status() engine.LibraryStatus
}
