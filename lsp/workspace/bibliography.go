package workspace

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// A Bibliography is the present version of one .bib file: in the editor where it is open
// there, edits not yet saved included, else on disk.
type Bibliography struct {
	Path     string
	File     *bib.File
	Snapshot *doc.Snapshot
	Open     bool // in the editor
	Exists   bool
	Problem  error // why it is empty here though it exists; nil where it was read
}

// Bibliographies are the .bib files of a document, in the order it names them:
// its own, then those of the files that include it or that it includes; then
// the setting's; then the only one beside it; then references.bib, to be made.
// There are none once ctx is done, when not all of that is known.
func (w *Workspace) Bibliographies(ctx context.Context, d *Document) []Bibliography {
	var all []Bibliography
	for _, path := range w.BibPaths(ctx, d) {
		open, _ := w.openText(path)
		all = append(all, w.disk.read(ctx, path, open))
	}
	if ctx.Err() != nil {
		return nil
	}
	return all
}

// Path is the place of a document on disk. One that was never saved is taken
// to be in the workspace; it is "" where there is none.
func (w *Workspace) Path(d *Document) string {
	path := PathOf(d.URI)
	if path == "" && len(w.Roots()) > 0 {
		return filepath.Join(w.Roots()[0], "unsaved")
	}
	return path
}

const newBibName = "references.bib"

// BibPaths are where the Bibliographies are, none once ctx is done.
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

// defaultBib is the setting's .bib for documents in a folder, "" where there is none.
func (w *Workspace) defaultBib(ctx context.Context, folder string) string {
	named := w.bibRules().Default
	if named == "" {
		return ""
	}
	return Resolve(ctx, named, append([]string{folder}, w.Roots()...)...)
}

// namedBibs follows the documents that belong together. Paths in an included
// file are relative to the root's folder, where LaTeX runs.
func (w *Workspace) namedBibs(ctx context.Context, d *Document) []string {
	seen := make(map[string]bool)
	return slices.DeleteFunc(append(w.bibsOfParts(ctx, d), w.projectBibs(ctx, d)...), func(path string) bool {
		known := seen[path]
		seen[path] = true
		return known || !sameMachine(path, w.Path(d))
	})
}

// bibsOfParts are those that the documents themselves name, the first maxBibs.
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

// resolve is the file that a name in a part means.
func (p Part) resolve(ctx context.Context, ref doc.FileRef) string {
	return Resolve(ctx, ref.Path, filepath.Dir(p.Path), p.rootFolder)
}

// Resolve is the file that a relative path means: the first that exists, else
// the one of the first folder.
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

// filesIn lists the files of a folder that have an extension, in order. It is no
// pattern, since names of folders may look like one.
func filesIn(ctx context.Context, folder, extension string) (paths []string) {
	entries, _ := ask(ctx, folder, func() ([]fs.DirEntry, error) {
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			return nil, err // to open a pipe is to wait
		}
		return os.ReadDir(folder)
	})
	for _, entry := range entries {
		if filepath.Ext(entry.Name()) == extension {
			paths = append(paths, filepath.Join(folder, entry.Name()))
		}
	}
	return paths
}

// NewPlanner plans the keys and entries of a document that cites from these files; new
// entries go into the target, which is one of them.
func NewPlanner(bibs []Bibliography, target Bibliography, pattern string) *bib.Planner {
	at := slices.IndexFunc(bibs, func(b Bibliography) bool { return b.Path == target.Path })
	return bib.NewPlanner(FilesOf(bibs), at, pattern)
}

// FilesOf are the parsed files.
func FilesOf(bibs []Bibliography) []*bib.File {
	files := make([]*bib.File, len(bibs))
	for i, b := range bibs {
		files[i] = b.File
	}
	return files
}

// MostCited is the one that most cited keys are in; of several, one that exists.
func MostCited(bibs []Bibliography, parts []Part) Bibliography {
	best, most := bibs[0], -1
	for _, b := range bibs {
		if isYAML(b.Path) && len(bibs) > 1 {
			continue // it gets no entries
		}
		count := 0
		for _, part := range parts {
			for _, key := range part.Manuscript.CitedKeys() {
				if b.File.ByKey(key) != nil {
					count++
				}
			}
		}
		if count > most || count == most && b.Exists && !best.Exists {
			best, most = b, count
		}
	}
	return best
}
