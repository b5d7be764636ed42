package app

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A LibraryView shows a user what becomes of the library.
type LibraryView interface {
	// Guard runs work, which belongs to no request, and reports a panic of it.
	Guard(work func())
	// Begin shows a refresh until end is called. The context that it returns ends where
	// the user cancels the refresh, which then goes on at the next change.
	Begin(ctx context.Context) (work context.Context, step func(engine.LibraryStep), end func(engine.LibraryStatus))
	// Failed says that the library is not up to date.
	Failed(ctx context.Context, err error)
	// Problem names a file or source that could not be read, once.
	Problem(ctx context.Context, problem engine.LibraryProblem)
}

// A Keeper keeps one library up to date, in the background. It is safe for
// concurrent use.
type Keeper struct {
	view LibraryView

	mu         sync.Mutex
	library    Library
	stop       context.CancelFunc
	dirtyPaths []string
	wake       chan struct{} // holds one value while there are dirtyPaths
	reported   map[engine.LibraryProblem]bool
}

// NewKeeper returns a keeper that has no library yet.
func NewKeeper(view LibraryView) *Keeper { return &Keeper{view: view} }

// Hold makes library the current one, nil for none.
func (k *Keeper) Hold(library Library) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.library = library
}

// Keep keeps library up to date until ctx ends, instead of another one. It looks for
// changes that MarkDirty was not called for every so often; at 0 it looks once.
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

// Settle is how long after a change more of them are waited for: a file that is
// downloaded or exported changes many times.
const Settle = 500 * time.Millisecond

// pause waits for a change or for the time to look again; false where the
// keeper was stopped.
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

// maxDirty is how many files are looked at for being named: of more than these
// a look finds those whose size or time has changed.
const maxDirty = 1000

// MarkDirty has the library looked at soon, since a file of it may have changed.
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
	case <-k.wake: // for what is taken here
	default:
	}
	return taken
}

// Current is the library, nil where there is none.
func (k *Keeper) Current() Library {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.library
}

// Dir is the folder of the library's index, "" where there is none.
func (k *Keeper) Dir() string {
	library := k.Current()
	if library == nil {
		return ""
	}
	return library.Dir()
}

func (k *Keeper) refresh(ctx context.Context, library Library) {
	work, step, end := k.view.Begin(ctx)
	err := library.Refresh(work, k.takeDirty(), step)
	failed := err != nil && work.Err() == nil // end may cancel the work
	end(library.Status())
	if failed {
		k.view.Failed(ctx, err)
	}
	k.report(ctx, library.Status().Problems)
}

// report names the problems that are new.
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
