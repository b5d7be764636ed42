package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/bib/plan"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// A Bibliography is the current version of a .bib file: the editor's version with unsaved edits if
// the file is open, or else the one on disk.
type Bibliography struct {
	Path     string
	File     *bib.File
	Snapshot *doc.Snapshot
	Open     bool // the file is open in the editor
	Exists   bool
	// FoldsKeys reports whether the document's keys are case-insensitive.
	FoldsKeys bool
	Problem   error // the reason why an existing file could not be read, or nil
}

// Bibliographies returns the .bib files of a document: those named by its files, in order, and
// those of its project. If none are named, it returns the configured default, or else the only .bib
// file in the folder, or else a new references.bib. It returns nil if ctx ends before all files
// have been read.
func (w *Workspace) Bibliographies(ctx context.Context, d *Document) []Bibliography {
	var all []Bibliography
	for _, path := range w.BibPaths(ctx, d) {
		open, _ := w.openText(path)
		all = append(all, w.disk.read(ctx, path, open))
	}
	if ctx.Err() != nil {
		return nil
	}
	if d.Markup == LaTeX {
		setKeyCase(all, w.Project(ctx, d))
	}
	return all
}

// setKeyCase sets FoldsKeys, which is true if a part of the document uses BibTeX and no part uses
// biber.
func setKeyCase(bibs []Bibliography, parts []Part) {
	has := func(c doc.KeyCase) bool {
		return slices.ContainsFunc(parts, func(p Part) bool { return p.Manuscript.KeyCase == c })
	}
	folds := has(doc.KeyCaseFolded) && !has(doc.KeyCaseExact)
	for i := range bibs {
		bibs[i].FoldsKeys = folds
	}
}

// Entry returns the entry to which a key in the document refers, or nil.
func (b Bibliography) Entry(key string) *bib.Entry {
	if e := b.File.ByKey(key); e != nil || !b.FoldsKeys {
		return e
	}
	return b.File.ByKeyFolded(key)
}

// SameKey reports whether two keys in the document refer to the same entry.
func (b Bibliography) SameKey(one, other string) bool {
	return one == other || b.FoldsKeys && strings.EqualFold(one, other)
}

// Path returns the path of a document on disk. A document that was never saved is treated as a file
// in the workspace. Without a workspace, its path is "".
func (w *Workspace) Path(d *Document) string {
	path := PathOf(d.URI)
	if path == "" && len(w.Roots()) > 0 {
		return filepath.Join(w.Roots()[0], "unsaved")
	}
	return path
}

const newBibName = "references.bib"

// BibPaths returns the paths of the document's .bib files (see Bibliographies), or nil once ctx ends.
func (w *Workspace) BibPaths(ctx context.Context, d *Document) []string {
	paths := w.bibPaths(ctx, d)
	if ctx.Err() != nil {
		return nil
	}
	return paths
}

func (w *Workspace) bibPaths(ctx context.Context, d *Document) []string {
	path := w.Path(d)
	if path == "" {
		return nil
	}
	folder := filepath.Dir(path)
	if paths := w.namedBibs(ctx, d); len(paths) > 0 {
		return paths
	}
	if named := w.defaultBib(ctx, folder); named != "" && sameMachine(named, path) {
		return []string{named}
	}
	if beside := filesIn(ctx, folder, ".bib"); len(beside) == 1 {
		return beside
	}
	return []string{filepath.Join(folder, newBibName)}
}

// defaultBib returns the path of the configured default .bib file, or "".
func (w *Workspace) defaultBib(ctx context.Context, folder string) string {
	named := w.bibRules().Default
	if named == "" {
		return ""
	}
	return Resolve(ctx, named, append([]string{folder}, w.Roots()...)...)
}

// namedBibs returns the .bib files named by a document's files and its project, without duplicates.
func (w *Workspace) namedBibs(ctx context.Context, d *Document) []string {
	seen := make(map[string]bool)
	return slices.DeleteFunc(append(w.bibsOfParts(ctx, d), w.projectBibs(ctx, d)...), func(path string) bool {
		known := seen[path]
		seen[path] = true
		return known || !sameMachine(path, w.Path(d))
	})
}

// bibsOfParts returns at most maxBibs .bib files named by the document's own files.
func (w *Workspace) bibsOfParts(ctx context.Context, d *Document) (paths []string) {
	for _, part := range w.Project(ctx, d) {
		for _, ref := range part.Manuscript.Bibliographies {
			if len(paths) == maxBibs || ctx.Err() != nil {
				return paths
			}
			paths = append(paths, part.resolve(ctx, ref))
		}
	}
	return paths
}

// resolve returns the path of a file to which a part refers. The reference is relative to the part's
// folder, or to the root file's folder, in which LaTeX runs.
func (p Part) resolve(ctx context.Context, ref doc.FileRef) string {
	return Resolve(ctx, ref.Path, filepath.Dir(p.Path), p.rootFolder)
}

// Resolve resolves a path relative to several folders. It returns the first existing file, or else
// the path in the first folder.
func Resolve(ctx context.Context, path string, folders ...string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	for _, folder := range folders {
		if candidate := filepath.Join(folder, path); len(folders) == 1 || exists(ctx, candidate) {
			return candidate
		}
	}
	return filepath.Join(folders[0], path)
}

func exists(ctx context.Context, path string) bool {
	_, err := ask(ctx, path, func() (fs.FileInfo, error) { return os.Stat(path) })
	return !errors.Is(err, fs.ErrNotExist) && !isLate(err)
}

// filesIn returns the files in a folder with the given extension, sorted. It does not use glob
// patterns, since folder names may contain special characters.
func filesIn(ctx context.Context, folder, extension string) (paths []string) {
	for _, entry := range entriesIn(ctx, folder) {
		if filepath.Ext(entry.Name()) == extension {
			paths = append(paths, filepath.Join(folder, entry.Name()))
		}
	}
	return paths
}

const maxFolders = 100 // maximum number of subfolders searched per folder

// foldersIn returns the subfolders of a folder whose names do not begin with a dot, sorted.
func foldersIn(ctx context.Context, folder string) (paths []string) {
	for _, entry := range entriesIn(ctx, folder) {
		if entry.IsDir() && !strings.HasPrefix(entry.Name(), ".") && len(paths) < maxFolders {
			paths = append(paths, filepath.Join(folder, entry.Name()))
		}
	}
	return paths
}

func entriesIn(ctx context.Context, folder string) []fs.DirEntry {
	entries, _ := ask(ctx, folder, func() ([]fs.DirEntry, error) {
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			return nil, err // opening a named pipe would block forever
		}
		return os.ReadDir(folder)
	})
	return entries
}

// Plan returns a plan for adding entries to bibs, the .bib files of a document.
func (w *Workspace) Plan(ctx context.Context, d *Document, bibs []Bibliography, o plan.Options) *plan.Plan {
	files := make([]plan.File, len(bibs))
	for i, b := range bibs {
		files[i] = plan.File{File: b.File, Path: b.Path, Exists: b.Exists, Check: func() error { return b.check(ctx) }}
	}
	o.CitedKeys = func(ctx context.Context) (keys []string, err error) {
		for _, part := range w.Project(ctx, d) {
			keys = append(keys, part.Manuscript.CitedKeys()...)
		}
		return keys, ctx.Err() // the choice of the .bib file depends on all files, so they must have been read
	}
	return plan.New(files, o)
}

// check returns the reason why the file cannot be edited, or nil.
func (b Bibliography) check(ctx context.Context) error {
	if b.Problem != nil {
		return fmt.Errorf("the entry cannot be added to its .bib file: %w", b.Problem)
	}
	if b.Open && LostLetter(ctx, b.Path, b.Snapshot.Text) >= 0 {
		return fmt.Errorf("%s: %w", filepath.Base(b.Path), ErrLostLetters)
	}
	return nil
}
