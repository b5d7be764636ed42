package backend

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
)

// OnlineCorpusName is the name of the corpus of papers found online.
const OnlineCorpusName = "found"

// ReplyCacheFolder returns the folder that caches the replies of online sources.
func ReplyCacheFolder() (string, error) { return cacheFolder("online") }

// cacheFolder returns a folder inside the program's cache.
func cacheFolder(name string) (string, error) {
	cache, err := onnx.CacheDir()
	return filepath.Join(cache, name), err
}

// withOnlineCorpus returns settings with the online corpus, if it exists, added to the indexes.
func withOnlineCorpus(s config.Settings) config.Settings {
	dir, err := cacheFolder(OnlineCorpusName)
	if err != nil || slices.Contains(s.Indexes, dir) {
		return s
	}
	if _, err := os.Stat(dir); err == nil {
		s.Indexes = append(slices.Clone(s.Indexes), dir)
	}
	return s
}

// An OnlineCorpus is the index of papers found online. Several processes may write to it. Each
// update is atomic, even if a process is killed.
type OnlineCorpus struct {
	dir      string
	embedder engine.Embedder
}

// Found returns the online corpus for the settings without creating it.
func (w *Builder) Found(s config.Settings) (*OnlineCorpus, error) {
	dir, err := cacheFolder(OnlineCorpusName)
	if err != nil {
		return nil, err
	}
	embedder, err := w.libraryEmbedder(s)
	return &OnlineCorpus{dir, embedder}, err
}

// Dir returns the folder of the index.
func (f *OnlineCorpus) Dir() string { return f.dir }

// Ensure creates an empty index if none exists, so that an engine opened now can find papers that
// are added later.
func (f *OnlineCorpus) Ensure(ctx context.Context) error {
	if isPublished(f.dir) {
		return nil
	}
	return f.locked(ctx, func() error { // waits for an engine that is creating it
		if isPublished(f.dir) || hasSegments(f.dir) {
			return nil
		}
		return f.build(ctx, func(func(*engine.Paper, error) bool) {})
	})
}

// isPublished reports whether a folder contains a published index, which may be damaged.
func isPublished(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "CURRENT"))
	return err == nil
}

// hasSegments reports whether a folder contains parts of an index, which Add repairs.
func hasSegments(dir string) bool {
	parts, _ := filepath.Glob(filepath.Join(dir, "segment-*"))
	return len(parts) > 0
}

// Add adds papers to the index and publishes them. They replace papers with the same IDs.
func (f *OnlineCorpus) Add(ctx context.Context, papers []*engine.Paper) error {
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

// Papers returns the complete records of works. The record of a missing work is nil.
func (f *OnlineCorpus) Papers(ctx context.Context, refs []engine.WorkRef) ([]*engine.Paper, error) {
	if _, err := os.Stat(f.dir); errors.Is(err, fs.ErrNotExist) {
		return make([]*engine.Paper, len(refs)), nil
	}
	return papersOf(ctx, f.dir, refs)
}

// Look describes the index. ok is false if the index does not exist.
func (f *OnlineCorpus) Look() (listing index.Listing, ok bool, err error) {
	if _, err := os.Stat(f.dir); errors.Is(err, fs.ErrNotExist) {
		return listing, false, nil
	}
	listing, err = index.Diagnose(f.dir)
	return listing, true, err
}

// Forget removes the corpus.
func (f *OnlineCorpus) Forget(ctx context.Context) error {
	return f.locked(ctx, func() error { return os.RemoveAll(f.dir) })
}

func (f *OnlineCorpus) options() index.BuildOptions {
	return index.BuildOptions{
		Dir: f.dir, Name: OnlineCorpusName, Embedder: f.embedder, Wait: true, Cores: 1, AllowEmpty: true,
	}
}

func (f *OnlineCorpus) build(ctx context.Context, papers iter.Seq2[*engine.Paper, error]) error {
	// a reading list is private, so only the user may access the folder
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return err
	}
	_, err := index.Build(ctx, f.options(), papers)
	return err
}

// renew rebuilds an index that has an older format or another embedder's vectors.
func (f *OnlineCorpus) renew(ctx context.Context) error {
	listing, err := index.List(f.dir)
	if err != nil {
		if _, failed := index.Rebuild(ctx, f.dir, true); failed != nil && ctx.Err() == nil {
			return fmt.Errorf("%w (to start a new one, remove the folder %s and search again)", err, f.dir)
		}
		listing, err = index.List(f.dir)
	}
	if err != nil || f.embedder != nil && listing.Embedder == f.embedder.ID() {
		return err
	}
	all, err := PapersIn(ctx, f.dir) // they fit in memory, since they come from one user's searches
	if err != nil {
		return err
	}
	slices.SortFunc(all, func(a, b *engine.Paper) int { return cmp.Compare(a.ID, b.ID) })
	return f.build(ctx, func(yield func(*engine.Paper, error) bool) {
		for _, p := range all {
			if !yield(p, nil) {
				return
			}
		}
	})
}

// PapersIn returns the complete records of all papers in the index in dir, in arbitrary order.
func PapersIn(ctx context.Context, dir string) ([]*engine.Paper, error) {
	ids, err := index.IDs(ctx, dir)
	if err != nil {
		return nil, err
	}
	refs := make([]engine.WorkRef, len(ids))
	for i, id := range ids {
		refs[i].ID = id
	}
	papers, err := papersOf(ctx, dir, refs)
	return slices.DeleteFunc(papers, func(p *engine.Paper) bool { return p == nil }), err
}

// papersOf returns the complete records of works in the index in dir. The record of a missing work is nil.
func papersOf(ctx context.Context, dir string, refs []engine.WorkRef) ([]*engine.Paper, error) {
	x, err := index.Open(dir)
	if err != nil {
		return nil, err
	}
	papers, err := x.Papers(ctx, refs)
	return papers, errors.Join(err, x.Close())
}

const lockPoll = 20 * time.Millisecond // interval between attempts to acquire a lock

// locked runs work while it holds a lock that excludes other processes.
func (f *OnlineCorpus) locked(ctx context.Context, work func() error) error {
	if err := os.MkdirAll(filepath.Dir(f.dir), 0o755); err != nil {
		return err
	}
	lock := flock.New(f.dir + ".lock")
	if _, err := lock.TryLockContext(ctx, lockPoll); err != nil {
		return fmt.Errorf("cannot lock %s.lock, which another program may be using: %w", f.dir, err)
	}
	return errors.Join(work(), lock.Unlock())
}

// Growth builds a corpus from bibliographies by following citations. Only Run sends requests.
type Growth interface {
	// Plan describes the requests that Run would send for the references in files.
	Plan(ctx context.Context, files []string) (wire.GrowthPlan, error)
	// Run builds the corpus. It rejects a plan that no longer matches the files. It calls step
	// after each response.
	Run(ctx context.Context, plan wire.GrowthPlan, step func(wire.GrowthStep)) (wire.GrowthResult, error)
}

// grown is the name of the parent folder of corpora that users build from their editors.
const grown = "grown"

// GrownCorpus returns the folder of the corpus built from a bibliography.
func GrownCorpus(bib string) (string, error) {
	parent, err := cacheFolder(grown)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(filepath.Clean(bib)))
	name := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-'
		}
		return r
	}, strings.TrimSuffix(filepath.Base(bib), filepath.Ext(bib)))
	return filepath.Join(parent, fmt.Sprintf("%s-%x", name, sum[:4])), nil
}

// grownCorpora returns the folders of the searchable corpora that users built from their editors.
func grownCorpora() (all []string) {
	parent, err := cacheFolder(grown)
	if err != nil {
		return nil
	}
	entries, _ := os.ReadDir(parent)
	for _, e := range entries {
		dir := filepath.Join(parent, e.Name())
		if isPublished(dir) {
			all = append(all, dir)
		}
	}
	return all
}

// LocalCorpora returns the folders of all local corpora searched with the given settings.
func LocalCorpora(s config.Settings) []string {
	return slices.DeleteFunc(withKeptCorpora(s).Indexes, config.IsRemote)
}

// withKeptCorpora adds the online corpus and the grown corpora to the indexes of settings.
func withKeptCorpora(s config.Settings) config.Settings { return WithGrownCorpora(withOnlineCorpus(s)) }

// WithGrownCorpora returns settings with the corpora that users built from their editors added to
// the indexes.
func WithGrownCorpora(s config.Settings) config.Settings {
	s.Indexes = slices.Clone(s.Indexes)
	for _, dir := range grownCorpora() {
		if !slices.Contains(s.Indexes, dir) {
			s.Indexes = append(s.Indexes, dir)
		}
	}
	return s
}
