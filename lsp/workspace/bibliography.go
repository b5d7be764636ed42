package workspace

import (
	"os"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// A Bibliography is one .bib file as it stands: in the editor where it is open
// there, edits not yet saved included, else on disk.
type Bibliography struct {
	Path     string
	File     *bib.File
	Snapshot *doc.Snapshot
	Open     bool // in the editor
	Exists   bool
}

// Bibliographies are the .bib files of a document, in the order it names them:
// its own, then those of the files that include it or that it includes; then
// the setting's; then the only one beside it; then references.bib, to be made.
func (w *Workspace) Bibliographies(d *Document) []Bibliography {
	var all []Bibliography
	for _, path := range w.BibPaths(d) {
		open, _ := w.openText(path)
		all = append(all, w.disk.read(path, open))
	}
	return all
}

// Path is where a document stands on disk. One that was never saved is taken
// to stand in the workspace; it is "" where there is none.
func (w *Workspace) Path(d *Document) string {
	path := PathOf(d.URI)
	if path == "" && len(w.Roots()) > 0 {
		return filepath.Join(w.Roots()[0], "unsaved")
	}
	return path
}

const newBibName = "references.bib"

func (w *Workspace) BibPaths(d *Document) []string {
	path := w.Path(d)
	if path == "" {
		return nil
	}
	folder := filepath.Dir(path)
	if paths := w.namedBibs(d); len(paths) > 0 {
		return paths
	}
	if named := w.defaultBib(folder); named != "" && sameMachine(named, path) {
		return []string{named}
	}
	if beside, _ := filepath.Glob(filepath.Join(folder, "*.bib")); len(beside) == 1 {
		return beside
	}
	return []string{filepath.Join(folder, newBibName)}
}

// defaultBib is the setting's .bib for documents in a folder, "" where there is none.
func (w *Workspace) defaultBib(folder string) string {
	named := w.bibRules().Default
	if named == "" {
		return ""
	}
	return Resolve(named, append([]string{folder}, w.Roots()...)...)
}

// namedBibs follows the documents that belong together. Paths in an included
// file are relative to the root's folder, where LaTeX runs.
func (w *Workspace) namedBibs(d *Document) (paths []string) {
	seen := make(map[string]bool)
	for _, part := range w.Project(d) {
		for _, ref := range part.Manuscript.Bibliographies {
			path := Resolve(ref.Path, filepath.Dir(part.Path), part.rootFolder)
			if !seen[path] && sameMachine(path, w.Path(d)) {
				seen[path] = true
				paths = append(paths, path)
			}
		}
	}
	return paths
}

// Resolve is the file that a relative path means: the first that exists, else
// the one of the first folder.
func Resolve(path string, folders ...string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	for _, folder := range folders {
		if candidate := filepath.Join(folder, path); exists(candidate) {
			return candidate
		}
	}
	return filepath.Join(folders[0], path)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// MostCited is the one that most cited keys are in; of several, one that exists.
func MostCited(bibs []Bibliography, parts []Part) Bibliography {
	best, most := bibs[0], -1
	for _, b := range bibs {
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
