package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// A Library is an index of the works that the user has. The engine searches its
// folder like any other; here it is only kept up to date.
type Library interface {
	Dir() string
	// Refresh reads what changed. dirtyPaths are files that the editor says have.
	Refresh(ctx context.Context, dirtyPaths []string, step func(engine.LibraryStep)) error
	Status() engine.LibraryStatus
}

// A keeper keeps one library up to date, in the background.
type keeper struct {
	mu         sync.Mutex
	library    Library
	stop       context.CancelFunc
	dirtyPaths []string
	wake       chan struct{} // holds one value while there are dirtyPaths
	told       map[engine.LibraryProblem]bool
}

// openLibrary is nil where there is no library, or it cannot be opened, which
// the user is told.
func (s *server) openLibrary(ctx context.Context, settings config.Settings) Library {
	if s.opts.Library == nil {
		return nil
	}
	library, err := s.opts.Library(ctx, settings, s.files.Roots(), s.activity.WaitIdle)
	if err != nil && s.ctx.Err() == nil {
		s.warn(ctx, "your library is not searched: "+files.Explain(err))
	}
	return library
}

// hold makes library the one that is told of.
func (k *keeper) hold(library Library) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.library = library
}

// keepLibrary keeps library up to date from now on, instead of another one.
func (s *server) keepLibrary(library Library, settings config.Settings) {
	k := &s.keeper
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.stop != nil {
		k.stop()
	}
	if k.library = library; library == nil {
		return
	}
	ctx, stop := context.WithCancel(s.ctx)
	k.stop, k.dirtyPaths, k.wake, k.told = stop, nil, make(chan struct{}, 1), make(map[engine.LibraryProblem]bool)
	wake := k.wake
	go func() {
		for more := true; more; more = pause(ctx, wake, time.Duration(settings.Library.Every)*time.Minute) {
			s.safely("library", func() { s.refreshLibrary(ctx, library) })
		}
	}()
}

// settle is how long after a change more of them are waited for: a file that is
// downloaded or exported changes many times.
const settle = 500 * time.Millisecond

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
		case <-time.After(settle):
		case <-ctx.Done():
		}
	case <-ctx.Done():
	}
	return ctx.Err() == nil
}

// maxDirty is how many files are looked at for being named: of more than these
// a look finds those whose size or time has changed.
const maxDirty = 1000

// markDirty has the library looked at soon, since a file of it may have changed.
func (k *keeper) markDirty(path string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.library == nil || path == "" || workspace.MarkupOf(path, "") != nil {
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

func (k *keeper) takeDirty() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	taken := k.dirtyPaths
	k.dirtyPaths = nil
	return taken
}

// kept is the library, nil where there is none.
func (k *keeper) current() Library {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.library
}

// dir is the folder of the library's index, "" where there is none.
func (k *keeper) dir() string {
	library := k.current()
	if library == nil {
		return ""
	}
	return library.Dir()
}

func (k *keeper) status() *libraryStatus {
	library := k.current()
	if library == nil {
		return nil
	}
	status := library.Status()
	answer := &libraryStatus{Name: engine.LibraryCorpus, Sources: slices.Clone(orEmpty(status.Sources)), Files: status.Files, Papers: status.Papers, State: status.State, Problems: []string{}}
	for _, problem := range status.Problems {
		answer.Problems = append(answer.Problems, text.Clean(problem.String()))
	}
	for i, source := range answer.Sources {
		answer.Sources[i] = text.Clean(source)
	}
	answer.State = text.Clean(answer.State)
	return answer
}

// refreshLibrary shows what it does as a task that can be cancelled; it then goes
// on at the next change.
func (s *server) refreshLibrary(ctx context.Context, library Library) {
	dirtyPaths := s.keeper.takeDirty()
	work, task := s.begun(ctx, nil, "Indexing your library")
	err := library.Refresh(work, dirtyPaths, func(step engine.LibraryStep) {
		message := fmt.Sprintf("file %d of %d: %s, %s", step.File, step.Files, filepath.Base(step.Path), text.Count(step.Papers, "paper"))
		task.step(message, step.File-1, step.Files)
	})
	task.end(text.Count(library.Status().Papers, "paper"))
	if err != nil && work.Err() == nil {
		s.opts.Log.Warn("the library is not up to date", "error", err)
		s.logLine(ctx, "your library is not up to date: "+err.Error())
	}
	s.tellProblems(ctx, library)
}

// tellProblems names what could not be read, each once.
func (s *server) tellProblems(ctx context.Context, library Library) {
	now := make(map[engine.LibraryProblem]bool)
	for _, problem := range library.Status().Problems {
		now[problem] = true
		s.keeper.mu.Lock()
		known := s.keeper.told[problem]
		s.keeper.mu.Unlock()
		if !known {
			s.opts.Log.Warn("of the library", "problem", text.Clean(problem.String()))
			s.logLine(ctx, "of your library: "+text.Clean(problem.String()))
		}
	}
	s.keeper.mu.Lock()
	s.keeper.told = now
	s.keeper.mu.Unlock()
}
