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

// Options say what a library is made of and how.
type Options struct {
	Dir      string // its folder, see Folder
	Sources  Sources
	Embedder engine.Embedder  // nil makes no vectors
	Network  *network.Client  // asks Zotero; may be nil where that is no source
	PDFs     corpus.PDFReader // reads PDFs; where it is nil they are left out
	// WaitIdle is called before each piece of work, which takes some milliseconds; it
	// returns when nothing more urgent is under way. May be nil.
	WaitIdle func(context.Context) error
}

// Folder is where a library is kept below parent: each set of sources has its
// own, and each embedder, since vectors of two are never compared.
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

// A Library brings the index of a user's works up to date. It is safe for
// concurrent use, also by several processes: one at a time writes.
type Library struct {
	opts Options

	mu     sync.Mutex
	status engine.LibraryStatus
}

// Open makes sure that there is an index to search, be it empty. It reads no
// source.
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
	l.say("not looked at yet")
	return l, nil
}

// usable reports whether there is an index of our embedder.
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

// ensure brings an index of an older format to the one of today, and publishes one
// of nothing where none can be used: all of it can be made again.
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
		opts.Embedder = patient{l.opts.Embedder, l.rest}
	}
	return opts
}

// Dir is the folder of the index.
func (l *Library) Dir() string { return l.opts.Dir }

// Status says what the library holds and what is being done.
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

// lock waits until no other process brings the library up to date. The system
// frees the lock of one that was killed.
func (l *Library) lock(ctx context.Context) (unlock func(), err error) {
	if err := os.MkdirAll(l.opts.Dir, 0o700); err != nil {
		return nil, err
	}
	file, taken, err := tryLock(l.opts.Dir)
	if err == nil && !taken {
		l.say("another process brings it up to date")
		_, err = file.TryLockContext(ctx, time.Second)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(l.opts.Dir, lockFile), err)
	}
	return func() { _ = file.Close() }, nil
}

// tryLock refuses to wait for what is no file.
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

// patient embeds text by text, and rests before each.
type patient struct {
	engine.Embedder
	rest func(context.Context) error
}

// Embed implements engine.Embedder.
func (p patient) Embed(ctx context.Context, texts []string) ([][]float32, error) {
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
