package library

import (
	"context"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/profile"
)

// Advise rewrites the advice in an error about a damaged index. The usual advice, to rebuild the index,
// does not apply to a library.
func Advise(dir string, err error) error {
	if err == nil || !strings.Contains(err.Error(), index.RebuildAdvice) {
		return err
	}
	return libraryError{dir, err}
}

type libraryError struct {
	dir string
	err error
}

// Error returns the index's message with advice that applies to libraries.
func (a libraryError) Error() string {
	remedy := fmt.Sprintf("run `scilit-lsp library forget %s` so that the library is rebuilt from your files",
		a.dir)
	return strings.ReplaceAll(a.err.Error(), index.RebuildAdvice, remedy)
}

// Unwrap returns the index's error.
func (a libraryError) Unwrap() error { return a.err }

// Searched wraps the index of a library for the engine. Its errors contain advice that applies to
// libraries. Complete records include the paths of their PDFs if these are in the given folders.
func Searched(dir string, folders []string, x engine.Retriever) engine.Retriever {
	return openLibrary{x, dir, &ownFiles{dir: dir, folders: folders}}
}

var _ engine.Profiler = openLibrary{}

type openLibrary struct {
	engine.Retriever // the index
	dir              string
	files            *ownFiles
}

// Info implements engine.Retriever.
func (s openLibrary) Info(ctx context.Context) (engine.Info, error) {
	info, err := s.Retriever.Info(ctx)
	return info, Advise(s.dir, err)
}

// Search implements engine.Retriever.
func (s openLibrary) Search(ctx context.Context, req engine.Request) (engine.Result, error) {
	found, err := s.Retriever.Search(ctx, req)
	return found, Advise(s.dir, err)
}

// Profiles implements engine.Profiler.
func (s openLibrary) Profiles(ctx context.Context, req engine.Request) ([]profile.Hit, error) {
	own, ok := s.Retriever.(engine.Profiler)
	if !ok {
		return nil, nil
	}
	return own.Profiles(ctx, req)
}

// Companions implements engine.Profiler.
func (s openLibrary) Companions(
	ctx context.Context, req engine.Request, cited profile.Table,
) ([]profile.Hit, error) {
	own, ok := s.Retriever.(engine.Profiler)
	if !ok {
		return nil, nil
	}
	return own.Companions(ctx, req, cited)
}

// Papers implements engine.Retriever.
func (s openLibrary) Papers(ctx context.Context, refs []engine.WorkRef) ([]*engine.Paper, error) {
	papers, err := s.Retriever.Papers(ctx, refs)
	return s.filled(ctx, papers), Advise(s.dir, err)
}
