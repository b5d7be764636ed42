package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gofrs/flock"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
)

// FoundCorpus is the name of the corpus of papers that were found online.
const FoundCorpus = "found"

// FoundFolder is where that corpus is kept.
func FoundFolder() (string, error) {
	cache, err := onnx.CacheDir()
	return filepath.Join(cache, FoundCorpus), err
}

// OnlineFolder is where the replies of online sources are kept.
func OnlineFolder() (string, error) {
	cache, err := onnx.CacheDir()
	return filepath.Join(cache, "online"), err
}

// withFound are settings by which the papers that were found online are searched too,
// where there are any.
func withFound(s config.Settings) config.Settings {
	dir, err := FoundFolder()
	if err != nil || slices.Contains(s.Indexes, dir) {
		return s
	}
	if _, err := os.Stat(dir); err == nil {
		s.Indexes = append(slices.Clone(s.Indexes), dir)
	}
	return s
}

// A Found is the corpus of the papers that were found online, an index like any other.
// Several processes may write it; each paper is in it or not, whenever one of them ends.
type Found struct {
	dir      string
	embedder engine.Embedder
}

// Found returns the corpus for the settings. It makes nothing.
func (w *Wiring) Found(s config.Settings) (*Found, error) {
	dir, err := FoundFolder()
	if err != nil {
		return nil, err
	}
	embedder, err := w.libraryEmbedder(s)
	return &Found{dir, embedder}, err
}

// Dir is the folder of the index.
func (f *Found) Dir() string { return f.dir }

// Ensure makes an index of nothing where there is none, so that an engine that is open
// sees the papers that come later.
func (f *Found) Ensure(ctx context.Context) error {
	if _, err := os.Stat(f.dir); err == nil {
		return nil
	}
	return f.locked(ctx, func() error {
		if _, err := os.Stat(f.dir); err == nil {
			return nil
		}
		return f.build(ctx, func(func(*engine.Paper, error) bool) {})
	})
}

// Add puts papers in, each in the place of the one with its ID, and publishes them.
func (f *Found) Add(ctx context.Context, papers []*engine.Paper) error {
	if err := f.Ensure(ctx); err != nil || len(papers) == 0 {
		return err
	}
	return f.locked(ctx, func() error {
		if err := f.renew(ctx); err != nil {
			return err
		}
		updater := index.NewUpdater(f.options())
		return errors.Join(updater.Upsert(ctx, papers), updater.Publish(ctx))
	})
}

// Papers are the whole records of works, nil for each that is not there.
func (f *Found) Papers(ctx context.Context, refs []engine.WorkRef) ([]*engine.Paper, error) {
	if _, err := os.Stat(f.dir); errors.Is(err, fs.ErrNotExist) {
		return make([]*engine.Paper, len(refs)), nil
	}
	x, err := index.Open(f.dir)
	if err != nil {
		return nil, err
	}
	papers, err := x.Papers(ctx, refs)
	return papers, errors.Join(err, x.Close())
}

// Look says what is in it; ok is false where nothing was ever found.
func (f *Found) Look() (listing index.Listing, ok bool, err error) {
	if _, err := os.Stat(f.dir); errors.Is(err, fs.ErrNotExist) {
		return listing, false, nil
	}
	listing, err = index.Diagnose(f.dir)
	return listing, true, err
}

// Forget removes the corpus.
func (f *Found) Forget(ctx context.Context) error {
	return f.locked(ctx, func() error { return os.RemoveAll(f.dir) })
}

func (f *Found) options() index.BuildOptions {
	return index.BuildOptions{Dir: f.dir, Name: FoundCorpus, Embedder: f.embedder, Wait: true, Cores: 1, AllowEmpty: true}
}

func (f *Found) build(ctx context.Context, papers iter.Seq2[*engine.Paper, error]) error {
	if err := os.MkdirAll(f.dir, 0o700); err != nil { // what somebody reads is private
		return err
	}
	_, err := index.Build(ctx, f.options(), papers)
	return err
}

// renew brings an index of an older format to the one of today, and one whose vectors
// are of another embedder to ours.
func (f *Found) renew(ctx context.Context) error {
	listing, err := index.List(f.dir)
	if err != nil {
		if _, failed := index.Rebuild(ctx, f.dir, true); failed != nil {
			return fmt.Errorf("%w: remove the folder %s, and search again", err, f.dir)
		}
		listing, err = index.List(f.dir)
	}
	if err != nil || f.embedder != nil && listing.Embedder == f.embedder.ID() {
		return err
	}
	all, err := f.all(ctx)
	if err != nil {
		return err
	}
	return f.build(ctx, func(yield func(*engine.Paper, error) bool) {
		for _, p := range all {
			if !yield(p, nil) {
				return
			}
		}
	})
}

// all are the whole records. There are as many as one person finds.
func (f *Found) all(ctx context.Context) ([]*engine.Paper, error) {
	ids, err := index.IDs(ctx, f.dir)
	if err != nil {
		return nil, err
	}
	slices.Sort(ids)
	refs := make([]engine.WorkRef, len(ids))
	for i, id := range ids {
		refs[i] = engine.WorkRef{ID: id}
	}
	papers, err := f.Papers(ctx, refs)
	return slices.DeleteFunc(papers, func(p *engine.Paper) bool { return p == nil }), err
}

// lockPoll is how often a lock that another process holds is tried again.
const lockPoll = 20 * time.Millisecond

// locked keeps other processes from writing between what work reads and writes.
func (f *Found) locked(ctx context.Context, work func() error) error {
	if err := os.MkdirAll(filepath.Dir(f.dir), 0o755); err != nil {
		return err
	}
	lock := flock.New(f.dir + ".lock")
	if _, err := lock.TryLockContext(ctx, lockPoll); err != nil {
		return fmt.Errorf("the papers that were found are being written by another program: %w", err)
	}
	return errors.Join(work(), lock.Unlock())
}
