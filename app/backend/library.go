package backend

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/library"
	"github.com/scilit-lsp/scilit-lsp/engine/network"
)

// Library opens the configured library. It returns nil if no source is configured. waitIdle may be
// nil.
func (w *Builder) Library(
	ctx context.Context, s config.Settings, workspace []string, waitIdle func(context.Context) error,
) (Library, error) {
	sources := LibrarySources(s, workspace)
	if sources.Empty() {
		return nil, nil
	}
	parent, err := LibraryFolder(s)
	if err != nil {
		return nil, err
	}
	embedder, err := w.libraryEmbedder(s)
	if err != nil {
		return nil, err
	}
	l, err := library.Open(ctx, library.Options{
		Dir:      library.Folder(parent, sources, embedder),
		Sources:  sources,
		Embedder: embedder,
		Network:  network.New(nil),
		PDFs:     w.PDFs,
		WaitIdle: waitIdle,
	})
	if err != nil {
		return nil, err // returning l would put a nil pointer in a non-nil interface
	}
	return l, nil
}

// LibrarySources returns the sources of the library. workspace lists the workspace folders, which
// are a source if their .bib files are enabled.
func LibrarySources(s config.Settings, workspace []string) library.Sources {
	sources := library.Sources{Folders: s.Library.Folders}
	if s.Library.Bib {
		sources.Workspace = workspace
	}
	if s.Library.Zotero {
		sources.Zotero = library.ZoteroAddress
	}
	return sources
}

// LibraryFolder returns the parent folder of all libraries.
func LibraryFolder(s config.Settings) (string, error) {
	if s.Library.Path != "" {
		return s.Library.Path, nil
	}
	return cacheFolder("library")
}

// WithLibraries returns settings with the user's existing libraries added to the indexes.
func WithLibraries(s config.Settings) config.Settings {
	parent, err := LibraryFolder(s)
	if err != nil {
		return s
	}
	s.Indexes = slices.Clone(s.Indexes)
	for _, dir := range library.All(parent) {
		if !library.IsGone(dir) && !slices.Contains(s.Indexes, dir) {
			s.Indexes, s.Library.Index = append(s.Indexes, dir), dir
		}
	}
	return s
}

// OpenWorks opens the configured indexes, the user's libraries, the grown corpora and the online
// corpus, without models. It returns an error for each index that could not be opened. If strict is
// set, it opens only libraries and configured indexes, and requires at least one configured index.
func OpenWorks(s config.Settings, strict bool) (*engine.Engine, []error) {
	if !strict {
		s = withKeptCorpora(s)
	}
	named := s
	named.Library.Index = "" // openLibraries opens it below
	corpora, failed := new(Builder).openCorpora(named)
	if strict && len(corpora) == 0 {
		return nil, failed
	}
	works := append(openLibraries(s), corpora...)
	if len(works) == 0 {
		return nil, failed
	}
	return engine.New(engine.Parts{Retrievers: works}), failed
}

func openLibraries(s config.Settings) (all []engine.Retriever) {
	parent, err := LibraryFolder(s)
	if err != nil {
		return nil
	}
	for _, dir := range library.All(parent) {
		if x, err := index.Open(dir); err == nil && !library.IsGone(dir) {
			all = append(all, engine.Own(x))
		}
	}
	return all
}

// A LibraryView shows the state of a library to the user.
type LibraryView interface {
	// Guard runs work that does not belong to a request, and reports its panics.
	Guard(work func())
	// Begin shows the progress of a refresh until end is called. The returned context is cancelled
	// if the user cancels the refresh. The refresh is then resumed after the next change.
	Begin(ctx context.Context) (work context.Context, step func(engine.LibraryStep), end func(engine.LibraryStatus))
	// Failed reports that a refresh failed.
	Failed(ctx context.Context, err error)
	// Problem reports a file or source that cannot be read. It is called once per problem.
	Problem(ctx context.Context, problem engine.LibraryProblem)
}

// A Keeper keeps a library up to date in the background. It is safe for concurrent use.
type Keeper struct {
	view LibraryView

	mu         sync.Mutex
	library    Library
	stop       context.CancelFunc
	dirtyPaths []string
	wake       chan struct{} // holds one value while dirtyPaths is not empty
	reported   map[engine.LibraryProblem]bool
}

// NewKeeper returns a keeper that has no library yet.
func NewKeeper(view LibraryView) *Keeper { return &Keeper{view: view} }

// Hold sets the current library without refreshing it. library may be nil.
func (k *Keeper) Hold(library Library) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.library = library
}

// Keep replaces the current library and keeps the new one up to date until ctx ends. It refreshes
// the library now, after each MarkDirty, and at every interval unless every is 0.
func (k *Keeper) Keep(ctx context.Context, library Library, every time.Duration) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.stop != nil {
		k.stop()
	}
	if k.library = library; library == nil {
		return
	}
	ctx, k.stop = context.WithCancel(ctx)
	k.dirtyPaths, k.wake, k.reported = nil, make(chan struct{}, 1), make(map[engine.LibraryProblem]bool)
	wake := k.wake
	go func() {
		for more := true; more; more = pause(ctx, wake, every) {
			k.view.Guard(func() { k.refresh(ctx, library) })
		}
	}()
}

// Settle is the delay between a change and the refresh, since a download or an export changes a
// file many times in a row.
const Settle = 500 * time.Millisecond

// pause waits for a change or the end of the interval. It returns false if the keeper is stopped.
func pause(ctx context.Context, wake <-chan struct{}, every time.Duration) bool {
	var due <-chan time.Time
	if every > 0 {
		timer := time.NewTimer(every)
		defer timer.Stop()
		due = timer.C
	}
	select {
	case <-due:
	case <-wake:
		select {
		case <-time.After(Settle):
		case <-ctx.Done():
		}
	case <-ctx.Done():
	}
	return ctx.Err() == nil
}

// maxDirty is the maximum number of files that a refresh reads unconditionally. It reads other
// files only if their size or modification time has changed.
const maxDirty = 1000

// MarkDirty schedules a refresh, since the file at path may have changed.
func (k *Keeper) MarkDirty(path string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.library == nil || path == "" {
		return
	}
	if len(k.dirtyPaths) < maxDirty && !slices.Contains(k.dirtyPaths, path) {
		k.dirtyPaths = append(k.dirtyPaths, path)
	}
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

func (k *Keeper) takeDirty() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	taken := k.dirtyPaths
	k.dirtyPaths = nil
	select {
	case <-k.wake: // the paths have been taken, so no wake-up is needed for them
	default:
	}
	return taken
}

// Current returns the library, or nil.
func (k *Keeper) Current() Library {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.library
}

func (k *Keeper) refresh(ctx context.Context, library Library) {
	work, step, end := k.view.Begin(ctx)
	err := library.Refresh(work, k.takeDirty(), step)
	failed := err != nil && work.Err() == nil // a refresh that the user cancelled has not failed
	end(library.Status())
	if failed {
		k.view.Failed(ctx, err)
	}
	k.report(ctx, library.Status().Problems)
}

// report passes new problems to the view.
func (k *Keeper) report(ctx context.Context, problems []engine.LibraryProblem) {
	now := make(map[engine.LibraryProblem]bool)
	k.mu.Lock()
	before := k.reported
	k.mu.Unlock()
	for _, problem := range problems {
		if now[problem] = true; !before[problem] {
			k.view.Problem(ctx, problem)
		}
	}
	k.mu.Lock()
	k.reported = now
	k.mu.Unlock()
}
