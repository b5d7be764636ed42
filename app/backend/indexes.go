package backend

import (
	"errors"
	"path/filepath"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/library"
)

// openCorpora opens the configured folders and servers in order. failed contains an IndexError for
// each one that could not be opened, or engine.ErrNoIndex if none is configured.
func (w *Builder) openCorpora(s config.Settings) (all []engine.Retriever, failed []error) {
	return openEach(s.Indexes, func(named string) (engine.Retriever, error) { return w.openCorpus(s, named) })
}

func openEach[X any](indexes []string, open func(string) (X, error)) (all []X, failed []error) {
	if len(indexes) == 0 {
		return nil, []error{engine.ErrNoIndex}
	}
	for _, named := range indexes {
		x, err := open(named)
		if err != nil {
			failed = append(failed, IndexError{named, err})
			continue
		}
		all = append(all, x)
	}
	return all, failed
}

func (w *Builder) openCorpus(s config.Settings, named string) (engine.Retriever, error) {
	if config.IsCluster(named) {
		return OpenCluster(s, named)
	}
	if config.IsRemote(named) {
		return w.openRemote(s, named)
	}
	x, err := openIndex(s, named)
	if err != nil {
		return nil, err
	}
	return searched(x, s), nil
}

// openIndex opens an index. If that fails, the error is specific, and includes advice for a library.
func openIndex(s config.Settings, dir string) (*index.Index, error) {
	x, err := index.Open(dir)
	if err == nil {
		return x, nil
	}
	if _, found := index.Diagnose(dir); found != nil {
		err = found
	}
	if dir == s.Library.Index {
		err = library.Advise(dir, err)
	}
	return nil, err
}

// An IndexError reports that an index could not be opened.
type IndexError struct {
	Dir string
	Err error
}

func (e IndexError) Error() string { return e.Err.Error() }

func (e IndexError) Unwrap() error { return e.Err }

func noticeOf(err error) wire.Notice {
	of, _ := errors.AsType[IndexError](err)
	return wire.Notice{Code: wire.NoticeIndex, Subject: of.Dir, Text: err.Error()}
}

// OpenIndexes opens the configured index folders. failed contains an IndexError for each one that
// could not be opened, or engine.ErrNoIndex if none is configured.
func OpenIndexes(s config.Settings) (indexes []*index.Index, failed []error) {
	folders := slices.DeleteFunc(slices.Clone(s.Indexes), config.IsRemote)
	return openEach(folders, func(dir string) (*index.Index, error) { return openIndex(s, dir) })
}

// searched marks an index as the user's own if it is a library.
func searched(x *index.Index, s config.Settings) engine.Retriever {
	dir := x.Path()
	parent, err := LibraryFolder(s)
	if isLibrary := err == nil && filepath.Dir(dir) == parent; isLibrary || dir == s.Library.Index && dir != "" {
		return engine.Own(library.Searched(dir, s.Library.Folders, x))
	}
	return x
}
