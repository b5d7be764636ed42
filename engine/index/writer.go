package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/index/read"
)

// A writer holds the lock of a folder and publishes states.
type writer struct {
	dir  string
	lock folderLock
	old  *read.Snapshot // published snapshot; empty if it cannot be read
}

// openWriter locks the folder and opens its published snapshot. If that cannot be read, it opens an
// empty snapshot. If another writer holds the lock, openWriter waits if wait is set, and otherwise
// returns ErrLocked.
func openWriter(ctx context.Context, dir string, wait bool) (*writer, error) {
	lock, err := lockFolder(ctx, dir, wait)
	if err != nil {
		return nil, err
	}
	w := &writer{dir: dir, lock: lock}
	if w.old, err = read.OpenStored(ctx, dir, nil); err == nil {
		sweep(dir, w.old.State)
		return w, nil
	}
	if ctx.Err() != nil {
		return nil, errors.Join(ctx.Err(), lock.unlock())
	}
	nothing := &format.State{
		Number:      highest(dir, format.SnapshotPrefix),
		LastSegment: highest(dir, format.SegmentPrefix),
	}
	w.old = read.EmptySnapshot(nothing)
	return w, nil
}

// openUpdater is like openWriter, but fails if the folder has no readable index.
func openUpdater(ctx context.Context, dir string, wait bool) (*writer, error) {
	w, err := openStoredWriter(ctx, dir, wait)
	if err != nil {
		return nil, err
	}
	if err := w.old.State.Outdated(dir, w.old.Current); err != nil {
		return nil, errors.Join(err, w.close())
	}
	return w, nil
}

// openStoredWriter is like openUpdater, but also opens older formats that Rebuild reads.
func openStoredWriter(ctx context.Context, dir string, wait bool) (*writer, error) {
	if _, err := format.ReadCurrent(ctx, dir); err != nil {
		return nil, err
	}
	w, err := openWriter(ctx, dir, wait)
	if err != nil {
		return nil, err
	}
	if w.old.Current == (format.Current{}) {
		_, err := read.OpenStored(ctx, dir, nil)
		if err == nil {
			err = fmt.Errorf("%s could not be read at first, but can be read now: run the same command again", dir)
		}
		return nil, errors.Join(err, w.close())
	}
	return w, nil
}

func (w *writer) close() error {
	w.old.Release()
	return w.lock.unlock()
}

// next returns a successor of the published state that has the same segments.
func (w *writer) next() *format.State {
	next := *w.old.State
	next.Format, next.Imported = FormatVersion, false
	next.Number++
	next.Revision = min(revisionOf(w.old.State)+1, format.MaxRevision)
	next.Segments = append([]format.SegmentState(nil), next.Segments...)
	return &next
}

// newSegment creates the folder of the next segment.
func (w *writer) newSegment() (string, error) {
	folder := filepath.Join(w.dir, format.SegmentPrefix+strconv.Itoa(w.old.State.LastSegment+1))
	if err := os.RemoveAll(folder); err != nil {
		return "", err
	}
	return folder, os.Mkdir(folder, 0o755)
}

// publish publishes next without the segments whose papers are all deleted, and opens the result as
// w.old.
func (w *writer) publish(next *format.State) error {
	var kept []format.SegmentState
	for _, s := range next.Segments {
		next.LastSegment = max(next.LastSegment, format.NumberIn(s.Folder))
		if !w.emptied(s) {
			kept = append(kept, s)
		}
	}
	next.Segments = kept
	c, err := publish(w.dir, next)
	if err != nil {
		return err
	}
	fresh, err := read.OpenSnapshot(context.Background(), w.dir, c, w.old)
	if err != nil {
		return err
	}
	w.old.Release()
	w.old = fresh
	return nil
}

func (w *writer) emptied(s format.SegmentState) bool {
	for _, p := range w.old.Parts {
		if p.Hash == s.Manifest {
			deleted, err := s.DeletedSet(p.Manifest.Papers)
			return err == nil && int(deleted.GetCardinality()) == p.Manifest.Papers
		}
	}
	return false
}

// dropJournal removes the journal, since it is needed only if a writer is interrupted.
func (w *writer) dropJournal(embedder engine.Embedder) error {
	if embedder == nil {
		return nil
	}
	if err := os.Remove(filepath.Join(w.dir, format.JournalFile)); err != nil && !os.IsNotExist(err) {
		return err
	}
	return nil
}
