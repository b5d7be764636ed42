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
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
)

// Diagnose is like List, but its errors explain why dir is not a readable index and suggest a
// remedy.
func Diagnose(dir string) (Listing, error) {
	l, err := List(dir)
	if err == nil {
		return l, nil
	}
	info, unseen := os.Stat(dir)
	switch inner := innerIndexes(dir); {
	case errors.Is(err, fs.ErrPermission) || errors.Is(unseen, fs.ErrPermission):
		return l, fmt.Errorf("%s cannot be read, because permission is denied: run `chmod -R u+rX %s` as its owner",
			dir, dir)
	case unseen != nil:
		return l, err
	case !info.IsDir():
		return l, fmt.Errorf(
			"%s is a file, not an index: build an index from it with `scilit-lsp index build --out DIR %s`, and "+
				"use DIR instead",
			dir,
			dir,
		)
	case exists(dir, format.CurrentFile):
		return l, err
	case exists(filepath.Dir(filepath.Clean(dir)), format.CurrentFile):
		return l, fmt.Errorf("%s is part of an index: use %s instead", dir, filepath.Dir(filepath.Clean(dir)))
	case len(inner) > 0:
		return l, fmt.Errorf("%s is not an index but a folder of indexes: use one of them (%s) "+
			"instead", dir, strings.Join(inner, ", "))
	}
	return l, err
}

func exists(dir, file string) bool {
	_, err := os.Stat(filepath.Join(dir, file))
	return err == nil
}

// innerIndexes returns the subfolders of dir that are indexes.
func innerIndexes(dir string) (found []string) {
	paths, _ := filepath.Glob(filepath.Join(dir, "*", format.CurrentFile)) // Glob fails only if the pattern is malformed
	for _, path := range paths {
		found = append(found, filepath.Dir(path))
	}
	return found
}

// Writing describes the process that is writing the index, or returns "" if none is. It also
// reports whether an interrupted writer left vectors for the next one.
func Writing(dir string) (holder string, interrupted bool) {
	path := filepath.Join(dir, format.LockFile)
	if file, err := files.Open(context.Background(), path); err != nil {
		return "", exists(dir, format.JournalFile)
	} else if err := file.Close(); err != nil {
		return "", false
	}
	lock := flock.New(path, flock.SetFlag(os.O_RDONLY)) // read-only, so that locking does not create the file
	taken, err := lock.TryLock()
	if err == nil && !taken {
		return "another process" + holderOf(path), false
	}
	if taken {
		_ = lock.Close()
	}
	return "", exists(dir, format.JournalFile)
}
