package index

import (
	"context"
	"errors"
	"iter"
	"maps"
	"slices"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// An Updater is the Indexer of the corpus in a folder, which is there already. It
// holds no lock but while it publishes.
type Updater struct {
	opts BuildOptions

	mu      sync.Mutex
	papers  []*engine.Paper // in the order they came, each ID once
	deleted map[string]bool
}

var _ engine.Indexer = (*Updater)(nil)

// NewUpdater returns an Updater; the options are those of Add.
func NewUpdater(opts BuildOptions) *Updater {
	return &Updater{opts: opts, deleted: make(map[string]bool)}
}

// Upsert implements engine.Indexer.
func (u *Updater) Upsert(ctx context.Context, papers []*engine.Paper) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	newer := make(map[string]bool, len(papers))
	for _, p := range papers {
		newer[p.ID] = true
		delete(u.deleted, p.ID)
	}
	u.drop(newer)
	u.papers = append(u.papers, papers...)
	return ctx.Err()
}

// Delete implements engine.Indexer.
func (u *Updater) Delete(ctx context.Context, ids []string) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	gone := make(map[string]bool, len(ids))
	for _, id := range ids {
		gone[id], u.deleted[id] = true, true
	}
	u.drop(gone)
	return ctx.Err()
}

// drop forgets papers that wait.
func (u *Updater) drop(ids map[string]bool) {
	u.papers = slices.DeleteFunc(u.papers, func(p *engine.Paper) bool { return ids[p.ID] })
}

// Publish implements engine.Indexer. Where it fails, what waits goes on waiting.
func (u *Updater) Publish(ctx context.Context) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if len(u.papers)+len(u.deleted) == 0 {
		return nil
	}
	if err := update(ctx, u.opts, u.papers, u.deleted); err != nil {
		return err
	}
	u.papers, u.deleted = nil, make(map[string]bool)
	return nil
}

// update publishes one snapshot with papers put in and others taken out.
func update(ctx context.Context, opts BuildOptions, papers []*engine.Paper, deleted map[string]bool) (err error) {
	w, err := openUpdater(ctx, opts.Dir, opts.Wait)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	if err := w.checkEmbedder(opts.Embedder); err != nil && len(papers) > 0 {
		return err
	}
	opts.Name = w.old.state.Name
	next, changed := w.next(), 0
	err = w.old.view(func(old *view) error {
		gone, _, err := old.locateAll(ctx, slices.Sorted(maps.Keys(deleted)))
		if err != nil {
			return err
		}
		if changed = len(gone); len(papers) == 0 {
			return old.bury(next, gone)
		}
		change, err := w.addTo(ctx, next, old, opts, patiently(ctx, papers, opts.WaitIdle), gone)
		changed += change.Added + change.Updated
		return err
	})
	if err != nil || changed == 0 {
		return err
	}
	if err := w.publish(next); err != nil || len(papers) == 0 {
		return err
	}
	return errors.Join(w.dropJournal(opts.Embedder), w.tidy(ctx))
}

// patiently yields papers, each when nothing more urgent is under way.
func patiently(ctx context.Context, papers []*engine.Paper, waitIdle func(context.Context) error) iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) {
		for _, p := range papers {
			var err error
			if waitIdle != nil {
				err = waitIdle(ctx)
			}
			if !yield(p, err) {
				return
			}
		}
	}
}
