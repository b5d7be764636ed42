package library

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
)

// Advise says of a damaged index what to do where it is a library's, which no
// command builds.
func Advise(dir string, err error) error {
	if err == nil || !strings.Contains(err.Error(), index.RebuildAdvice) {
		return err
	}
	return advised{dir, err}
}

type advised struct {
	dir string
	err error
}

// Error is that of the index with another remedy.
func (a advised) Error() string {
	remedy := fmt.Sprintf("run `scilit-lsp library forget %s`, and it is made again from your files", a.dir)
	return strings.ReplaceAll(a.err.Error(), index.RebuildAdvice, remedy)
}

// Unwrap is the error of the index.
func (a advised) Unwrap() error { return a.err }

// Searched is the index of a library as the engine searches it: its errors advise
// what helps a library.
func Searched(dir string, x engine.Index) engine.Index { return searched{dir, x} }

type searched struct {
	dir   string
	index engine.Index
}

// Info implements engine.Index.
func (s searched) Info(ctx context.Context) (engine.IndexInfo, error) {
	info, err := s.index.Info(ctx)
	return info, Advise(s.dir, err)
}

// Prefetch implements engine.Index.
func (s searched) Prefetch(ctx context.Context, req engine.PrefetchRequest) (engine.Prefetched, error) {
	found, err := s.index.Prefetch(ctx, req)
	return found, Advise(s.dir, err)
}

// Papers implements engine.Index.
func (s searched) Papers(ctx context.Context, refs []engine.WorkRef) ([]*engine.Paper, error) {
	papers, err := s.index.Papers(ctx, refs)
	return papers, Advise(s.dir, err)
}

// Close closes an index that can be closed.
func (s searched) Close() error {
	if closer, ok := s.index.(io.Closer); ok {
		return closer.Close()
	}
	return nil
}
