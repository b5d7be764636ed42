package lsp

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// openLibrary opens the configured library. It returns nil if none is configured, or if the library
// cannot be opened; it then reports the error to the user.
func (s *configuration) openLibrary(ctx context.Context, settings config.Settings) backend.Library {
	if s.opts.Library == nil {
		return nil
	}
	library, err := s.opts.Library(ctx, settings, s.files.Roots(), s.activity.WaitIdle)
	if err != nil && s.ctx.Err() == nil {
		s.warn(ctx, "your library is not searched: "+files.Explain(err))
	}
	return library
}

// markDirty makes the library read a changed file again. It ignores manuscripts.
func (s *session) markDirty(path string) {
	if workspace.MarkupOf(path, "") == nil {
		s.keeper.MarkDirty(path)
	}
}

// A libraryView shows progress while the library is indexed and logs its problems.
type libraryView struct{ s *session }

// Guard implements backend.LibraryView.
func (v libraryView) Guard(work func()) { v.s.safely("library", work) }

// Begin implements backend.LibraryView. The user can cancel the task.
func (v libraryView) Begin(
	ctx context.Context,
) (context.Context, func(engine.LibraryStep), func(engine.LibraryStatus)) {
	work, task := v.s.begun(ctx, nil, "Indexing your library")
	step := func(step engine.LibraryStep) {
		message := fmt.Sprintf(
			"file %d of %d: %s, %s", step.File, step.Files, filepath.Base(step.Path), text.Count(step.Papers, "paper"),
		)
		task.step(message, step.File-1, step.Files)
	}
	return work, step, func(status engine.LibraryStatus) { task.end(text.Count(status.Papers, "paper")) }
}

// Failed implements backend.LibraryView.
func (v libraryView) Failed(ctx context.Context, err error) {
	v.s.opts.Log.Warn("the library is not up to date", "error", err)
	v.s.logLine(ctx, "your library is not up to date: "+err.Error())
}

// Problem implements backend.LibraryView.
func (v libraryView) Problem(ctx context.Context, problem engine.LibraryProblem) {
	v.s.opts.Log.Warn("a problem with the library", "problem", text.Clean(problem.String()))
	v.s.logLine(ctx, "problem with your library: "+text.Clean(problem.String()))
}
