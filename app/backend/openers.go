package backend

import (
	"context"
	"errors"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Openers are functions that open engines, libraries and online sources according to the settings.
// Fields may be nil.
type Openers struct {
	// Engine opens an engine. The notices name missing parts and the simpler parts that replace
	// them.
	Engine func(ctx context.Context, settings config.Settings) (*engine.Engine, []wire.Notice, error)
	// Titles opens an embedder for comparing sentences with the titles in .bib files. It must handle
	// many thousands of titles per second. If Titles is nil, titles are compared by their words.
	Titles func() engine.Embedder
	// Library opens the index of the user's works. It returns nil if no source is configured.
	// waitIdle returns when no request is in progress.
	Library func(
		ctx context.Context, settings config.Settings, workspace []string, waitIdle func(context.Context) error,
	) (Library, error)
	// Literature opens the configured online sources without sending requests.
	Literature func(ctx context.Context, settings config.Settings) (Literature, error)
	// Growth returns a corpus builder without sending requests. waitIdle returns when no request is
	// in progress.
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

// Literature queries the enabled online sources. Only Search, Resolve, Fill, Hints and FullText
// send requests to them. It is safe for concurrent use.
type Literature interface {
	// Propose returns the queries that a search for a claim would send, and the sources that would
	// receive them. The configured language model, if any, suggests keywords and sources. Its reply
	// is validated and cached.
	Propose(ctx context.Context, claim wire.OnlineClaim) (wire.OnlineProposal, error)
	// Batch calls Propose for each claim in a selection. For each claim, the preceding ones are its
	// context.
	Batch(ctx context.Context, selection wire.OnlineClaim) ([]wire.OnlineProposal, error)
	// Search sends exactly the queries in a proposal. It rejects a proposal whose queries do not
	// match its keywords. The claim is only used to rank the papers and is never sent. Search calls
	// step, which may be nil, when a source is queried and when it responds, never concurrently.
	Search(
		ctx context.Context, claim wire.OnlineClaim, proposal wire.OnlineProposal, step func(wire.OnlineStep),
	) (wire.OnlineAnswer, error)
	// Naming returns the queries that Resolve would send for a name, or an error that explains why the
	// name cannot be looked up.
	Naming(ctx context.Context, named string) (wire.OnlineProposal, error)
	// Resolve looks up works by DOI, arXiv, PubMed or PMC identifier, ISBN, URL or title. A title
	// may match several papers.
	Resolve(ctx context.Context, named string, step func(wire.OnlineStep)) (wire.OnlineAnswer, error)
	// Papers returns the complete records of earlier results. It returns nil for each paper that is
	// not stored. It sends no requests.
	Papers(ctx context.Context, refs []wire.PaperRef) ([]*engine.Paper, error)
	// Fill looks up an entry by its identifier and returns the fields that the entry lacks.
	Fill(ctx context.Context, entry *bib.Entry) (wire.OnlineFill, error)
	// Hints returns notes on a work, such as a retraction or the published version of a preprint.
	Hints(ctx context.Context, identifier string) ([]wire.OnlineHint, error)
	// Known returns hints about works whose records are cached, keyed by identifier. It sends no
	// requests.
	Known(ctx context.Context, identifiers []string) map[string][]wire.OnlineHint
	// NamingText returns the queries that FullText would send, or an error if no enabled source can
	// have the text.
	NamingText(p *engine.Paper) (wire.OnlineProposal, error)
	// FullText fetches and stores the full text of a paper and returns its complete record.
	FullText(ctx context.Context, p *engine.Paper) (*engine.Paper, error)
	// Sources returns all known sources, including disabled ones.
	Sources() []wire.OnlineSource
	// Forget removes all cached replies and returns their number. It does not remove papers.
	Forget() (replies int, err error)
}
