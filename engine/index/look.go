package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

// Diagnose is List, with an error that says what a folder is that holds no
// index that can be read, and what to do.
func Diagnose(dir string) (Listing, error) {
	l, err := List(dir)
	if err == nil {
		return l, nil
	}
	info, unseen := os.Stat(dir)
	switch inner := innerIndexes(dir); {
	case errors.Is(err, fs.ErrPermission) || errors.Is(unseen, fs.ErrPermission):
		return l, fmt.Errorf("%s: may not be read by you: run chmod -R u+rX on it, as its owner", dir)
	case unseen != nil:
		return l, err
	case !info.IsDir():
		return l, fmt.Errorf("%s: a file, and no index: build one with `scilit-lsp index build --out DIR %s`, and name DIR", dir, dir)
	case exists(dir, currentFile):
		return l, err
	case exists(filepath.Dir(filepath.Clean(dir)), currentFile):
		return l, fmt.Errorf("%s: a part of an index: name %s", dir, filepath.Dir(filepath.Clean(dir)))
	case len(inner) > 0:
		return l, fmt.Errorf("%s: no index itself, but it holds some: name %s", dir, strings.Join(inner, ", "))
	}
	return l, err
}

func exists(dir, file string) bool {
	_, err := os.Stat(filepath.Join(dir, file))
	return err == nil
}

// innerIndexes are the folders in dir that are indexes.
func innerIndexes(dir string) (found []string) {
	paths, _ := filepath.Glob(filepath.Join(dir, "*", currentFile)) // the only error is a malformed pattern
	for _, path := range paths {
		found = append(found, filepath.Dir(path))
	}
	return found
}

// Writing says who writes the index this moment, "" where no process does; and
// whether an interrupted writer left vectors for the next one to go on with.
func Writing(dir string) (holder string, interrupted bool) {
	path := filepath.Join(dir, lockFile)
	if file, err := files.Open(context.Background(), path); err != nil {
		return "", exists(dir, journalFile)
	} else if err := file.Close(); err != nil {
		return "", false
	}
	lock := flock.New(path, flock.SetFlag(os.O_RDONLY)) // makes no file
	taken, err := lock.TryLock()
	if err == nil && !taken {
		return "another process" + holderOf(path), false
	}
	if taken {
		_ = lock.Close()
	}
	return "", exists(dir, journalFile)
}
