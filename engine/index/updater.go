package index

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/index/read"
	"github.com/scilit-lsp/scilit-lsp/engine/index/write"
)

// An Updater implements engine.Indexer for an existing corpus. It locks the folder only while it
// publishes.
type Updater struct {
	opts BuildOptions

	mu      sync.Mutex
	papers  []*engine.Paper // pending papers in order of arrival, without repeated IDs
	deleted map[string]bool
}

var _ engine.Indexer = (*Updater)(nil)

// NewUpdater returns an Updater, whose options have the same meaning as for Add.
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

// drop removes pending papers with the given IDs.
func (u *Updater) drop(ids map[string]bool) {
	u.papers = slices.DeleteFunc(u.papers, func(p *engine.Paper) bool { return ids[p.ID] })
}

// Publish implements engine.Indexer. If it fails, the changes remain pending.
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

// update adds papers and deletes others in one published snapshot.
func update(ctx context.Context, opts BuildOptions, papers []*engine.Paper, deleted map[string]bool) (err error) {
	w, err := openUpdater(ctx, opts.Dir, opts.Wait)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	if err := w.checkEmbedder(opts.Embedder); err != nil && len(papers) > 0 {
		return err
	}
	next, changed := w.next(), 0
	err = w.old.View(func(old *read.View) error {
		gone, _, err := locateAll(ctx, old, slices.Sorted(maps.Keys(deleted)))
		if err != nil {
			return err
		}
		if changed = len(gone); len(papers) == 0 {
			return bury(old, next, gone)
		}
		change, err := w.addTo(ctx, next, old, opts, whenIdle(ctx, papers, opts.WaitIdle), gone)
		changed += change.Added + change.Updated
		return err
	})
	if err == nil && changed > 0 {
		err = w.publish(next)
	}
	if err != nil || len(papers) == 0 {
		return err
	}
	return errors.Join(w.dropJournal(opts.Embedder), w.tidy(ctx))
}

// whenIdle yields papers. Before each, it waits until nothing more urgent is running.
func whenIdle(
	ctx context.Context, papers []*engine.Paper, waitIdle func(context.Context) error,
) iter.Seq2[*engine.Paper, error] {
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

// Remove deletes the papers with these IDs from the corpus in dir. It returns the number of deleted
// papers and the unknown IDs. The space of a deleted paper is freed when its segment is merged. wait
// has the same meaning as in BuildOptions.
func Remove(ctx context.Context, dir string, ids []string, wait bool) (removed int, unknown []string, err error) {
	w, err := openUpdater(ctx, dir, wait)
	if err != nil {
		return 0, nil, err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	next := w.next()
	err = w.old.View(func(old *read.View) error {
		places, missing, err := locateAll(ctx, old, ids)
		removed, unknown = len(places), missing
		if err != nil {
			return err
		}
		return bury(old, next, places)
	})
	if err != nil || removed == 0 {
		return 0, unknown, err
	}
	return removed, unknown, w.publish(next)
}

// locateAll returns the distinct locations of papers, and the unknown IDs.
func locateAll(ctx context.Context, v *read.View, ids []string) (places []read.Location, unknown []string, err error) {
	for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		found, err := v.Locate(id)
		if err != nil {
			return nil, nil, err
		}
		if found == nil {
			unknown = append(unknown, id)
			continue
		}
		places = append(places, *found)
	}
	return places, unknown, nil
}

// maxSegmentsLeft is the number of segments above which Add merges some. Each segment costs a few
// lookups per request.
const maxSegmentsLeft = 8

// Compact merges all segments into one. This frees the space of deleted papers, and adds tables that
// older programs did not write. wait has the same meaning as in BuildOptions.
func Compact(ctx context.Context, dir string, wait bool) (err error) {
	w, err := openUpdater(ctx, dir, wait)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	if parts := w.old.Parts; len(parts) == 0 || len(parts) == 1 && parts[0].Compact() {
		return nil
	}
	return w.fold(ctx, 0)
}

// tidy merges small segments if there are too many.
func (w *writer) tidy(ctx context.Context) error {
	if len(w.old.Parts) <= maxSegmentsLeft {
		return nil
	}
	sizes := make([]int, len(w.old.Parts))
	for i, p := range w.old.Parts {
		sizes[i] = p.Manifest.Papers - int(p.Deleted.GetCardinality())
	}
	return w.fold(ctx, newestTier(sizes))
}

// newestTier returns the index of the first segment to merge. The segments from there on are the
// shortest run of at least two segments whose total size is less than the size of the segment
// before it. A paper is thus merged again only into a segment about twice as large, and large old
// segments are rarely rewritten.
func newestTier(sizes []int) int {
	total := sizes[len(sizes)-1]
	for i := len(sizes) - 2; i > 0; i-- {
		if total += sizes[i]; total < sizes[i-1] {
			return i
		}
	}
	return 0
}

// fold merges the segments at index from and above into one.
func (w *writer) fold(ctx context.Context, from int) error {
	next := w.next()
	err := w.old.View(func(old *read.View) error {
		if err := checkWhole(ctx, w.dir, old.State.Segments[from:]); err != nil {
			return err
		}
		folder, err := w.newSegment()
		if err != nil {
			return err
		}
		merged, err := write.Merge(ctx, folder, old.Segments[from:])
		next.Segments = append(next.Segments[:from], merged...)
		return err
	})
	if err != nil {
		return err
	}
	return w.publish(next)
}

// checkWhole returns an error if a segment is damaged, since merging it would give damaged contents
// valid checksums.
func checkWhole(ctx context.Context, dir string, segments []format.SegmentState) error {
	for _, s := range segments {
		damages, err := format.VerifySegment(ctx, filepath.Join(dir, s.Folder), s.Manifest)
		if err != nil {
			return err
		}
		if len(damages) > 0 {
			return fmt.Errorf("%v: %s", damages[0], RebuildAdvice)
		}
	}
	return nil
}
