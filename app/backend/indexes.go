package backend

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/library"
	"golang.org/x/sync/singleflight"
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

// openIndex opens an index. If that fails, the error states the cause and, for a library, gives advice.
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

// ErrNotExported is returned for a corpus that cannot be copied, since it is not a local index.
var ErrNotExported = errors.New("this corpus cannot be copied, because the server does not store it as a local " +
	"index: import it from the machine that stores it")

// exportable is implemented by local indexes.
type exportable interface {
	Describe(ctx context.Context) (*index.Description, error)
	OpenPart(ctx context.Context, manifest, name string) (*os.File, error)
}

func (e *Engines) exportable(ctx context.Context, corpus string) (exportable, error) {
	r, err := e.Retriever(ctx, corpus, Here)
	if err != nil {
		return nil, err
	}
	x, ok := r.(exportable)
	if !ok {
		return nil, ErrNotExported
	}
	return x, nil
}

// describing is the time limit for computing the checksums of an index, which may be large.
const describing = 10 * time.Minute

// descriptions merges concurrent requests for the checksums of the same index.
var descriptions singleflight.Group

// Description returns the manifest of a corpus's published version, as required by index.Import.
func (e *Engines) Description(ctx context.Context, corpus string) ([]byte, error) {
	done := descriptions.DoChan(corpus, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), describing)
		defer cancel()
		x, err := e.exportable(ctx, corpus)
		if err != nil {
			return nil, err
		}
		d, err := x.Describe(ctx)
		if err != nil {
			return nil, err
		}
		return d.Encode()
	})
	select {
	case r := <-done:
		raw, _ := r.Val.([]byte)
		return raw, r.Err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Part opens a file listed in a Description.
func (e *Engines) Part(ctx context.Context, corpus, segment, file string) (*os.File, error) {
	x, err := e.exportable(ctx, corpus)
	if err != nil {
		return nil, err
	}
	return x.OpenPart(ctx, segment, file)
}
