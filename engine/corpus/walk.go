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

// Papers yields the papers of files, and of all files below folders in lexical order. In folders, it
// skips hidden entries and files of unknown formats. Its errors are those of Read.
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
		case err != nil && path == root: // fatal, since the user named the path
			more = yield(nil, err)
		case err != nil:
			more = yield(nil, &RecordError{path, 0, err.Error()})
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

// isFile reports whether an entry is a file or a link to a file. Links to folders are not followed,
// since they may be circular.
func isFile(path string, entry fs.DirEntry) bool {
	if entry.Type()&fs.ModeSymlink == 0 {
		return entry.Type().IsRegular()
	}
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
