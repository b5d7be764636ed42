package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/gofrs/flock"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
)

// ErrLocked is returned if another process is writing the index.
var ErrLocked = errors.New("the index is being written by another process")

// A folderLock admits one writer at a time to a folder. When a process ends, the operating system
// releases its lock. The lock file remains.
type folderLock struct{ file *flock.Flock }

// lockFolder acquires the lock. If another writer holds it, lockFolder waits if wait is set, and
// otherwise returns ErrLocked.
func lockFolder(ctx context.Context, dir string, wait bool) (folderLock, error) {
	path := filepath.Join(dir, format.LockFile)
	l := folderLock{flock.New(path)}
	// The lock file is written below. It must be a regular file, not a link to another place.
	made, err := files.Update(path)
	if err != nil {
		return l, format.WithAdvice(err, "remove it")
	}
	if err := made.Close(); err != nil {
		return l, err
	}
	taken, err := l.file.TryLock()
	if err == nil && !taken && wait {
		taken, err = l.file.TryLockContext(ctx, 100*time.Millisecond)
	}
	if err != nil {
		return l, fmt.Errorf("%s: %w", l.file.Path(), err)
	}
	if !taken {
		return l, fmt.Errorf(
			"%s: %w%s: try again when it has finished, or wait with --wait", dir, ErrLocked,
			holderOf(l.file.Path()),
		)
	}
	// Other writers include this note in their error.
	l.note(fmt.Sprintf("process %d, since %s", os.Getpid(), time.Now().Format(time.DateTime)))
	return l, nil
}

func (l folderLock) note(holder string) {
	file, err := files.Update(l.file.Path())
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

func (l folderLock) unlock() error {
	l.note("")
	return l.file.Close()
}
