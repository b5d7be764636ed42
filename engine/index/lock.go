package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// ErrLocked is returned where another process writes the index.
var ErrLocked = errors.New("being written by another process")

// A folderLock lets one writer at a time into a folder. The system frees it
// when its process ends, however it ends; the file stays.
type folderLock struct{ file *flock.Flock }

// lockFolder fails at once where another writer is at work, or waits for it.
func lockFolder(ctx context.Context, dir string, wait bool) (folderLock, error) {
	l := folderLock{flock.New(filepath.Join(dir, lockFile))}
	taken, err := l.file.TryLock()
	if err == nil && !taken && wait {
		taken, err = l.file.TryLockContext(ctx, 100*time.Millisecond)
	}
	if err != nil {
		return l, fmt.Errorf("%s: %w", l.file.Path(), err)
	}
	if !taken {
		return l, fmt.Errorf("%s: %w%s: try again when it is done, or wait with --wait", dir, ErrLocked, holderOf(l.file.Path()))
	}
	// Only other writers read it, to say who is at work.
	_ = os.WriteFile(l.file.Path(), fmt.Appendf(nil, "process %d, since %s", os.Getpid(), time.Now().Format(time.DateTime)), 0o644)
	return l, nil
}

func holderOf(path string) string {
	raw, err := os.ReadFile(path)
	if err != nil || len(raw) == 0 {
		return ""
	}
	return " (" + strings.TrimSpace(string(raw)) + ")"
}

func (l folderLock) unlock() error {
	_ = os.Truncate(l.file.Path(), 0)
	return l.file.Close()
}
