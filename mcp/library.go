package mcp

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// libraryView logs the problems of the library. Agents cannot show its progress.
type libraryView struct{ log *slog.Logger }

// Guard implements backend.LibraryView.
func (v libraryView) Guard(work func()) {
	defer func() {
		if broken := recover(); broken != nil {
			v.log.Error("internal error in the library", "panic", fmt.Sprint(broken))
		}
	}()
	work()
}

// Begin implements backend.LibraryView.
func (v libraryView) Begin(ctx context.Context) (
	context.Context, func(engine.LibraryStep), func(engine.LibraryStatus),
) {
	return ctx, func(engine.LibraryStep) {}, func(engine.LibraryStatus) {}
}

// Failed implements backend.LibraryView.
func (v libraryView) Failed(_ context.Context, err error) {
	v.log.Warn("the library is not up to date", "error", err)
}

// Problem implements backend.LibraryView.
func (v libraryView) Problem(_ context.Context, problem engine.LibraryProblem) {
	v.log.Warn("library problem", "problem", text.Clean(problem.String()))
}
