package library

import (
	"context"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Sources are the places from which a library reads papers.
type Sources struct {
	Workspace []string // folders in which only .bib files are read
	Folders   []string // folders that contain papers in any format, or single files
	Zotero    string   // address of a running Zotero, such as http://localhost:23119; if "", Zotero is skipped
}

// Empty reports whether the sources contain neither folders nor Zotero.
func (s Sources) Empty() bool { return len(s.Workspace)+len(s.Folders) == 0 && s.Zotero == "" }

// names lists the sources for display.
func (s Sources) names() []string {
	var all []string
	for _, folder := range absolute(s.Workspace) {
		all = append(all, filepath.Join(folder, "**", "*.bib"))
	}
	all = append(all, absolute(s.Folders)...)
	if s.Zotero != "" {
		all = append(all, s.Zotero)
	}
	return all
}

// places lists the paths of the sources. It returns nil if any source is not on disk.
func (s Sources) places() []string {
	if s.Zotero != "" {
		return nil
	}
	return append(absolute(s.Workspace), absolute(s.Folders)...)
}

// absolute makes paths comparable without accessing the disk.
func absolute(paths []string) []string {
	all := make([]string, len(paths))
	for i, path := range paths {
		all[i] = path
		if whole, err := filepath.Abs(path); err == nil {
			all[i] = whole
		}
	}
	return all
}

// A file is a source file that has not been read yet.
type file struct {
	path     string // path of the file, or address of Zotero
	size     int64
	modified time.Time
	named    bool   // whether the user named the file, rather than its folder
	version  string // version of the Zotero library, if Zotero reports it
	content  []byte // content of an export from Zotero
}

const maxFiles = 50_000 // maximum number of entries examined in a workspace, which may be a home folder

// A search collects the files of the sources.
type search struct {
	files    map[string]file
	lost     []string // paths that could not be read, whose indexed papers are kept
	problems []engine.LibraryProblem
}

func (s *search) fail(path string, err error) {
	s.lost = append(s.lost, path)
	if known, ok := errors.AsType[*fs.PathError](err); ok {
		err = known.Err
	}
	s.problems = append(s.problems,
		engine.LibraryProblem{Path: path, Reason: err.Error() + "; papers read from it earlier are kept"})
}

// isLost reports whether a path could not be examined.
func (s *search) isLost(path string) bool {
	return slices.ContainsFunc(s.lost, func(root string) bool { return holds(root, path) })
}

// Count returns the number of files in the folders. It does not count papers from Zotero.
func (s Sources) Count(ctx context.Context) int { return len(s.find(ctx).files) }

// find lists the files of the sources on disk.
func (s Sources) find(ctx context.Context) *search {
	found := &search{files: make(map[string]file)}
	for _, folder := range absolute(s.Workspace) {
		found.walk(ctx, folder, maxFiles, func(path string) bool { return strings.EqualFold(filepath.Ext(path), ".bib") })
	}
	for _, folder := range absolute(s.Folders) {
		found.walk(ctx, folder, math.MaxInt, func(string) bool { return true })
	}
	return found
}

// walk adds the files below root and examines up to limit entries. It skips hidden files and
// folders of installed packages.
func (s *search) walk(ctx context.Context, root string, limit int, wanted func(path string) bool) {
	_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		name := filepath.Base(path)
		limit--
		switch {
		case ctx.Err() != nil, limit < 0:
			return fs.SkipAll
		case err != nil:
			s.fail(path, err)
		case path != root && (strings.HasPrefix(name, ".") || name == "node_modules"):
			if entry.IsDir() {
				return fs.SkipDir
			}
		case !entry.IsDir() && (path == root || wanted(path)):
			s.note(path, path == root)
		}
		return nil
	})
}

// note adds a file to the search results. It follows symbolic links.
func (s *search) note(path string, named bool) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist): // a symbolic link without a target
	case err != nil:
		s.fail(path, err)
	case info.Mode().IsRegular():
		s.files[path] = file{path: path, size: info.Size(), modified: info.ModTime(), named: named}
	}
}
