package index

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gofrs/flock"
	"github.com/natefinch/atomic"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/index/read"
)

// A writer holds the lock of a folder and publishes states.
type writer struct {
	dir  string
	lock *flock.Flock
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
	w.old = read.EmptySnapshot(&format.State{
		Number:      highest(dir, format.SnapshotPrefix),
		LastSegment: highest(dir, format.SegmentPrefix),
	})
	if ctx.Err() != nil {
		return nil, errors.Join(ctx.Err(), w.close())
	}
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

// openStoredWriter is like openUpdater, but also opens the older formats that Rebuild can convert.
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
	note(w.lock.Path(), "")
	return w.lock.Close()
}

// next returns a successor of the published state with the same segments.
func (w *writer) next() *format.State {
	next := *w.old.State
	next.Format, next.Imported = FormatVersion, false
	next.Number++
	next.Revision = min(revisionOf(w.old.State)+1, format.MaxRevision)
	next.Segments = slices.Clone(next.Segments)
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

// ErrLocked is returned if another process is writing the index.
var ErrLocked = errors.New("the index is being written by another process")

// lockFolder acquires the lock that admits one writer at a time to a folder. If another writer holds
// it, lockFolder waits if wait is set, and otherwise returns ErrLocked. When a process ends, the
// operating system releases its lock. The lock file remains.
func lockFolder(ctx context.Context, dir string, wait bool) (*flock.Flock, error) {
	path := filepath.Join(dir, format.LockFile)
	// The lock file is written below. It must be a regular file, not a symbolic link.
	made, err := files.Update(path)
	if err != nil {
		return nil, format.WithAdvice(err, "remove it")
	}
	if err := made.Close(); err != nil {
		return nil, err
	}
	lock := flock.New(path)
	taken, err := lock.TryLock()
	if err == nil && !taken && wait {
		taken, err = lock.TryLockContext(ctx, 100*time.Millisecond)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if !taken {
		return nil, fmt.Errorf("%s: %w%s: try again when it has finished, or wait with --wait", dir, ErrLocked,
			holderOf(path))
	}
	note(path, fmt.Sprintf("process %d, since %s", os.Getpid(), time.Now().Format(time.DateTime)))
	return lock, nil
}

// note records the holder of the lock in the lock file. Other writers quote this note in their
// errors.
func note(path, holder string) {
	file, err := files.Update(path)
	if err != nil {
		return
	}
	defer file.Close()
	if file.Truncate(0) == nil {
		_, _ = file.WriteString(holder)
	}
}

// holderPattern matches a valid note, so that forged notes are not printed on the terminal.
var holderPattern = regexp.MustCompile(`^process [0-9]+, since [0-9: -]+$`)

func holderOf(path string) string {
	raw, err := files.Read(context.Background(), path, 100)
	if err != nil || !holderPattern.Match(raw) {
		return ""
	}
	return " (" + string(raw) + ")"
}

// publish publishes a state and removes files that it does not refer to. All files of the state must
// be on disk, since CURRENT will refer to them.
func publish(dir string, s *format.State) (format.Current, error) {
	raw, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		return format.Current{}, err
	}
	c := format.Current{Name: snapshotName(s), Hash: format.HexSHA256(raw)}
	path := filepath.Join(dir, c.Name)
	if len(raw) > format.MaxDescribed || len(s.Segments) > format.MaxSegments {
		return format.Current{}, fmt.Errorf("%s has too many segments (%d, with %d bytes of metadata): merge them with "+
			"`scilit-lsp index compact %s`", dir, len(s.Segments), len(raw), dir)
	}
	if err := files.Write(path, raw); err != nil {
		return format.Current{}, err
	}
	if err := errors.Join(files.SyncFile(path), files.SyncFolder(dir)); err != nil {
		return format.Current{}, err
	}
	if err := replaceCurrent(dir, c); err != nil {
		return format.Current{}, err
	}
	if err := files.SyncFolder(dir); err != nil {
		return format.Current{}, err
	}
	sweep(dir, s)
	return c, nil
}

func snapshotName(s *format.State) string {
	return format.SnapshotPrefix + strconv.Itoa(s.Number) + format.SnapshotSuffix
}

// replaceCurrent replaces CURRENT. On Windows, a file that is being read cannot be replaced, so
// replaceCurrent retries for one second.
func replaceCurrent(dir string, c format.Current) (err error) {
	path := filepath.Join(dir, format.CurrentFile)
	if info, err := os.Lstat(path); err == nil && info.Mode()&os.ModeSymlink != 0 {
		_ = os.Remove(path) // if this fails, so does the write below
	}
	for range 50 {
		err = atomic.WriteFile(path, strings.NewReader(c.String()))
		if err == nil || runtime.GOOS != "windows" {
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
	return err
}

// sweep removes files that a state does not refer to: older snapshots, and the output of an
// interrupted writer, except its vectors. If a file is in use and cannot be removed, the next
// writer removes it. Readers keep their files open, or read CURRENT again.
func sweep(dir string, s *format.State) {
	kept := map[string]bool{snapshotName(s): true}
	for _, segment := range s.Segments {
		kept[segment.Folder] = true
	}
	for _, name := range ownNames(dir) {
		if !kept[name] {
			_ = os.RemoveAll(filepath.Join(dir, name))
		}
	}
}

// ownPattern matches the names that writers give to snapshots, segments and temporary files.
var ownPattern = regexp.MustCompile(`^(snapshot-[0-9]+\.json|segment-[0-9]+|CURRENT[0-9]+)$`)

// ownNames returns the names of files and folders created by writers. Users may keep other files in
// the folder.
func ownNames(dir string) (names []string) {
	entries, _ := os.ReadDir(dir)
	for _, entry := range entries {
		if ownPattern.MatchString(entry.Name()) {
			names = append(names, entry.Name())
		}
	}
	return names
}

// highest returns the highest number among writers' names with the given prefix.
func highest(dir, prefix string) (n int) {
	for _, name := range ownNames(dir) {
		if strings.HasPrefix(name, prefix) {
			n = max(n, format.NumberIn(name))
		}
	}
	return n
}
