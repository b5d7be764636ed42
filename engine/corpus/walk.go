package corpus

import (
	"context"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Papers yields the papers of files and, in lexical order, of all files below folders. It skips
// hidden entries in folders, and files there of unknown formats. Errors are as in Read.
func (l Library) Papers(ctx context.Context, paths ...string) iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) {
		for _, path := range paths {
			if !l.walk(ctx, path, yield) {
				return
			}
		}
	}
}

func (l Library) walk(ctx context.Context, root string, yield sink) (more bool) {
	more = true
	_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		hidden := path != root && strings.HasPrefix(filepath.Base(path), ".")
		switch {
		case err != nil:
			more = yield(nil, unreadable(path, root, err))
		case hidden && entry.IsDir():
			return filepath.SkipDir
		case !hidden && (path == root && !entry.IsDir() || isFile(path, entry)):
			more = l.file(ctx, path, path == root, yield)
		}
		if !more {
			return filepath.SkipAll
		}
		return nil
	})
	return more
}

// unreadable returns a fatal error for a path that the user named, and a RecordError for paths
// below it.
func unreadable(path, root string, err error) error {
	if path == root {
		return err
	}
	return &RecordError{path, 0, err.Error()}
}

// isFile follows links to files, but not to folders, which may be circular.
func isFile(path string, entry fs.DirEntry) bool {
	if entry.Type()&fs.ModeSymlink == 0 {
		return entry.Type().IsRegular()
	}
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
