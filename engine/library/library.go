// Package library maintains an index of the user's works: the .bib files of the workspace, folders
// of PDFs and exports, and a running Zotero. Searches treat it like any other corpus.
//
// A [Library] is one folder in the user's cache:
//
//	CURRENT, segment-N/, ...   the index, see package index
//	library.json               the indexed files and their papers
//	UPDATING                   lock file of the process that updates the index
//
// [Library.Refresh] finds the files, reads the changed ones and publishes their papers in batches
// of up to 500. It removes papers that are no longer in any file. The ID of a paper starts with a
// hash of its file's path, so that files do not depend on each other. A search merges the records
// of one work.
//
// Before it publishes, Refresh lists the files to read in library.json. If it is killed, the next
// refresh reads these files again and removes papers that belong to no file.
package library

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/network"
)

// Options configure a library.
type Options struct {
	Dir      string // folder of the library (see Folder)
	Sources  Sources
	Embedder engine.Embedder  // if nil, the index has no vectors
	Network  *network.Client  // used for Zotero; may be nil otherwise
	PDFs     corpus.PDFReader // reads PDFs; if nil, PDFs are skipped
	// WaitIdle is called before each unit of work of a few milliseconds. It blocks while anything
	// more urgent is running. It may be nil.
	WaitIdle func(context.Context) error
}

// Folder returns the folder of a library below parent. Each combination of sources and embedder has
// a separate folder, since vectors from different embedders are not comparable.
func Folder(parent string, sources Sources, embedder engine.Embedder) string {
	names := append([]string{""}, sources.names()...)
	if embedder != nil {
		names[0] = embedder.ID()
	}
	slices.Sort(names[1:])
	return filepath.Join(parent, digest([]byte(strings.Join(names, "\n")))[:16])
}

func digest(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// A Library updates the index of a user's works. It is safe for concurrent use, including by
// several processes, only one of which writes at a time.
type Library struct {
	opts Options

	mu     sync.Mutex
	status engine.LibraryStatus
}

// Open opens a library. It creates or converts the index if necessary, but reads no source.
func Open(ctx context.Context, opts Options) (*Library, error) {
	l := &Library{opts: opts}
	if !l.usable() {
		unlock, err := l.lock(ctx)
		if err != nil {
			return nil, err
		}
		defer unlock()
		if err := l.ensure(ctx); err != nil {
			return nil, Advise(opts.Dir, err)
		}
	}
	s, _, err := readState(ctx, opts.Dir)
	if err != nil {
		return nil, err
	}
	s.Sources, s.Places = opts.Sources.names(), opts.Sources.places()
	l.status = s.status(opts.Dir)
	l.say("not scanned yet")
	return l, nil
}

// usable reports whether the index exists and has the library's embedder.
func (l *Library) usable() bool {
	listing, err := index.List(l.opts.Dir)
	return err == nil && listing.Embedder == l.embedderID()
}

func (l *Library) embedderID() string {
	if l.opts.Embedder == nil {
		return ""
	}
	return l.opts.Embedder.ID()
}

// ensure converts an index of an older format, and replaces an unusable one with an empty index,
// since the papers can be reread from the sources.
func (l *Library) ensure(ctx context.Context) error {
	if l.usable() {
		return nil
	}
	if _, err := index.Rebuild(ctx, l.opts.Dir, true); err == nil && l.usable() {
		return nil
	}
	if err := os.Remove(filepath.Join(l.opts.Dir, stateFile)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	nothing := func(func(*engine.Paper, error) bool) {}
	opts := l.buildOptions()
	opts.AllowEmpty = true
	_, err := index.Build(ctx, opts, nothing)
	return err
}

func (l *Library) buildOptions() index.BuildOptions {
	opts := index.BuildOptions{Dir: l.opts.Dir, Name: engine.LibraryCorpus, Wait: true, Cores: 1, WaitIdle: l.rest}
	if l.opts.Embedder != nil {
		opts.Embedder = pausingEmbedder{l.opts.Embedder, l.rest}
	}
	return opts
}

// Dir returns the folder of the index.
func (l *Library) Dir() string { return l.opts.Dir }

// Status returns the content of the library and the progress of its update.
func (l *Library) Status() engine.LibraryStatus {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.status
}

func (l *Library) say(what string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.status.State = what
}

const lockFile = "UPDATING"

// lock waits until no other process updates the library. The operating system releases the lock of
// a killed process.
func (l *Library) lock(ctx context.Context) (unlock func(), err error) {
	if err := os.MkdirAll(l.opts.Dir, 0o700); err != nil {
		return nil, err
	}
	file, taken, err := tryLock(l.opts.Dir)
	if err == nil && !taken {
		l.say("another process is updating it")
		_, err = file.TryLockContext(ctx, time.Second)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(l.opts.Dir, lockFile), err)
	}
	return func() { _ = file.Close() }, nil
}

// tryLock tries to take the lock. It rejects special files, which could block it.
func tryLock(dir string) (lock *flock.Flock, taken bool, err error) {
	path := filepath.Join(dir, lockFile)
	file, err := files.Update(path)
	if err == nil {
		err = file.Close()
	}
	if err != nil {
		return nil, false, err
	}
	lock = flock.New(path)
	taken, err = lock.TryLock()
	return lock, taken, err
}

func (l *Library) rest(ctx context.Context) error {
	if l.opts.WaitIdle == nil {
		return ctx.Err()
	}
	return errors.Join(l.opts.WaitIdle(ctx), ctx.Err())
}

// A pausingEmbedder embeds texts one at a time. Before each, it waits until nothing more urgent is
// running.
type pausingEmbedder struct {
	engine.Embedder
	rest func(context.Context) error
}

// Embed implements engine.Embedder.
func (p pausingEmbedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, 0, len(texts))
	for _, text := range texts {
		if err := p.rest(ctx); err != nil {
			return nil, err
		}
		one, err := p.Embedder.Embed(ctx, []string{text})
		if err != nil {
			return nil, err
		}
		vectors = append(vectors, one...)
	}
	return vectors, nil
}
