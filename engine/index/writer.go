package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A writer is the one that may change a folder. It begins with what is
// published and publishes other states, any number of times.
type writer struct {
	dir  string
	lock folderLock
	old  *snapshot // what is published; of no papers where that cannot be read
}

// openWriter waits for the lock, or fails where another writer holds it.
func openWriter(ctx context.Context, dir string, wait bool) (*writer, error) {
	lock, err := lockFolder(ctx, dir, wait)
	if err != nil {
		return nil, err
	}
	w := &writer{dir: dir, lock: lock}
	if w.old, err = openStored(ctx, dir, nil); err == nil {
		sweep(dir, w.old.state)
		return w, nil
	}
	if ctx.Err() != nil {
		return nil, errors.Join(ctx.Err(), lock.unlock())
	}
	nothing := &state{number: highest(dir, snapshotPrefix), LastSegment: highest(dir, segmentPrefix)}
	w.old = &snapshot{state: nothing}
	w.old.users.Store(1)
	return w, nil
}

// openUpdater is openWriter where there is something published to change.
func openUpdater(ctx context.Context, dir string, wait bool) (*writer, error) {
	w, err := openStoredWriter(ctx, dir, wait)
	if err != nil {
		return nil, err
	}
	if err := w.old.state.outdated(dir, w.old.current); err != nil {
		return nil, errors.Join(err, w.close())
	}
	return w, nil
}

// openStoredWriter is openUpdater for any format that Rebuild takes.
func openStoredWriter(ctx context.Context, dir string, wait bool) (*writer, error) {
	if _, err := readCurrent(ctx, dir); err != nil {
		return nil, err
	}
	w, err := openWriter(ctx, dir, wait)
	if err != nil {
		return nil, err
	}
	if w.old.current == (current{}) {
		_, err := openStored(ctx, dir, nil)
		if err == nil {
			err = fmt.Errorf("%s: could not be read a moment ago: try again", dir)
		}
		return nil, errors.Join(err, w.close())
	}
	return w, nil
}

func (w *writer) close() error {
	w.old.release()
	return w.lock.unlock()
}

// next is the state that follows what is published, with the same segments.
func (w *writer) next() *state {
	next := *w.old.state
	next.Format, next.Imported = FormatVersion, false
	next.number++
	next.Segments = append([]segmentState(nil), next.Segments...)
	return &next
}

// newSegment makes the folder of a segment, with a number that none had.
func (w *writer) newSegment() (string, error) {
	folder := filepath.Join(w.dir, segmentPrefix+strconv.Itoa(w.old.state.LastSegment+1))
	if err := os.RemoveAll(folder); err != nil {
		return "", err
	}
	return folder, os.Mkdir(folder, 0o755)
}

// publish makes next what is published, without the segments of which all
// papers are deleted, and goes on from there.
func (w *writer) publish(next *state) error {
	var kept []segmentState
	for _, s := range next.Segments {
		next.LastSegment = max(next.LastSegment, numberOf(s.Folder))
		if !w.emptied(s) {
			kept = append(kept, s)
		}
	}
	next.Segments = kept
	c, err := publish(w.dir, next)
	if err != nil {
		return err
	}
	fresh, err := openSnapshot(context.Background(), w.dir, c, w.old)
	if err != nil {
		return err
	}
	w.old.release()
	w.old = fresh
	return nil
}

func (w *writer) emptied(s segmentState) bool {
	for _, p := range w.old.parts {
		if p.hash == s.Manifest {
			deleted, err := s.deleted(p.manifest.Papers)
			return err == nil && int(deleted.GetCardinality()) == p.manifest.Papers
		}
	}
	return false
}

// dropJournal removes what only an interrupted build or Add with this embedder
// would have needed.
func (w *writer) dropJournal(embedder engine.Embedder) error {
	if embedder == nil {
		return nil
	}
	if err := os.Remove(filepath.Join(w.dir, journalFile)); err != nil && !os.IsNotExist(err) {
		return err
	}
	return nil
}
