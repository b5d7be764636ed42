package backend

import (
	"errors"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/library"
)

// openCorpora opens the configured folders and servers in order. failed contains an IndexError for
// each one that could not be opened, or engine.ErrNoIndex if none is configured.
func (w *Builder) openCorpora(s config.Settings) (all []engine.Retriever, failed []error) {
	if len(s.Indexes) == 0 {
		return nil, []error{engine.ErrNoIndex}
	}
	for _, named := range s.Indexes {
		r, err := w.openCorpus(s, named)
		if err != nil {
			failed = append(failed, IndexError{named, err})
			continue
		}
		all = append(all, r)
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

func openIndex(s config.Settings, dir string) (*index.Index, error) {
	x, err := index.Open(dir)
	if err != nil {
		return nil, diagnosed(dir, err, dir == s.Library.Index)
	}
	return x, nil
}

// An IndexError reports that an index could not be opened.
type IndexError struct {
	Dir string
	Err error
}

func (e IndexError) Error() string { return e.Err.Error() }

func (e IndexError) Unwrap() error { return e.Err }

func noticeOf(err error) wire.Notice {
	var of IndexError
	errors.As(err, &of)
	return wire.Notice{Code: wire.NoticeIndex, Subject: of.Dir, Text: err.Error()}
}

// OpenIndexes opens the configured index folders. failed contains an IndexError for each one that
// could not be opened, or engine.ErrNoIndex if none is configured.
func OpenIndexes(s config.Settings) (indexes []*index.Index, failed []error) {
	for _, dir := range s.Indexes {
		if config.IsRemote(dir) {
			continue
		}
		x, err := openIndex(s, dir)
		if err != nil {
			failed = append(failed, IndexError{dir, err})
			continue
		}
		indexes = append(indexes, x)
	}
	if len(indexes)+len(failed) == 0 {
		failed = []error{engine.ErrNoIndex}
	}
	return indexes, failed
}

// diagnosed returns a more specific error for an index that could not be opened. If the index is a
// library, the error includes advice.
func diagnosed(dir string, err error, isLibrary bool) error {
	if _, found := index.Diagnose(dir); found != nil {
		err = found
	}
	if isLibrary {
		err = library.Advise(dir, err)
	}
	return err
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
