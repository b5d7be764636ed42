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
	old  *read.Snapshot // the published snapshot, empty if it cannot be read
}

// openWriter locks the folder and opens its published snapshot, or an empty one if that cannot be
// read. If another writer holds the lock, it waits if wait is set, and otherwise returns ErrLocked.
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

// openUpdater is openWriter for a folder with a readable index.
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

// openStoredWriter is openUpdater for any format that Rebuild reads.
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
			err = fmt.Errorf("%s: could not be read a moment ago: try again", dir)
		}
		return nil, errors.Join(err, w.close())
	}
	return w, nil
}

func (w *writer) close() error {
	w.old.Release()
	return w.lock.unlock()
}

// next returns the successor of the published state, with the same segments.
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

// publish publishes next without segments whose papers are all deleted, and opens it as w.old.
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

// dropJournal removes the journal, which only an interrupted writer would need.
func (w *writer) dropJournal(embedder engine.Embedder) error {
	if embedder == nil {
		return nil
	}
	if err := os.Remove(filepath.Join(w.dir, format.JournalFile)); err != nil && !os.IsNotExist(err) {
		return err
	}
	return nil
}
