package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// A Part is one file of a document.
type Part struct {
	Doc        *Document
	Path       string
	rootFolder string
	Manuscript *doc.Manuscript
}

// longestProject bounds how many files of a document are read.
const longestProject = 200

// Project lists the files that a document consists of, itself first, then its
// root, then what these include.
func (w *Workspace) Project(d *Document) []Part {
	path := w.Path(d)
	own := d.Manuscript()
	if d.Markup != LaTeX || path == "" {
		return []Part{{d, path, filepath.Dir(path), own}}
	}
	root := w.rootOf(path, own)
	if !w.mayInclude(path, root) {
		root = path
	}
	rootFolder := filepath.Dir(root)
	parts := []Part{{d, path, rootFolder, own}}
	seen := map[string]bool{path: true}
	queue := append([]string{root}, includes(own, path, rootFolder)...)
	for len(queue) > 0 && len(parts) < longestProject {
		next := queue[0]
		queue = queue[1:]
		if seen[next] {
			continue
		}
		seen[next] = true
		if !w.mayInclude(path, next) {
			continue
		}
		if d := w.scanFile(next); d != nil {
			m := d.Manuscript()
			parts = append(parts, Part{d, next, rootFolder, m})
			queue = append(queue, includes(m, next, rootFolder)...)
		}
	}
	return parts
}

func includes(m *doc.Manuscript, path, rootFolder string) (all []string) {
	for _, ref := range m.Includes {
		all = append(all, Resolve(ref.Path, rootFolder, filepath.Dir(path)))
	}
	return all
}

// rootOf is the file that LaTeX is run on: the one that the file names, or one
// beside or above it that includes it, else itself.
func (w *Workspace) rootOf(path string, m *doc.Manuscript) string {
	return w.rootAbove(path, m, 4)
}

// rootAbove follows includes upwards; levels ends a cycle of them.
func (w *Workspace) rootAbove(path string, m *doc.Manuscript, levels int) string {
	folder := filepath.Dir(path)
	if m.Root.Path != "" {
		return Resolve(withTeX(m.Root.Path), folder)
	}
	for _, dir := range []string{folder, filepath.Dir(folder)} {
		if levels == 0 {
			break
		}
		files, _ := filepath.Glob(filepath.Join(dir, "*.tex"))
		for _, file := range files[:min(len(files), longestProject)] {
			if file == path {
				continue
			}
			if other := w.scanFile(file); other != nil && includesFile(other.Manuscript(), file, path) {
				return w.rootAbove(file, other.Manuscript(), levels-1)
			}
		}
	}
	return path
}

func withTeX(path string) string {
	if filepath.Ext(path) == "" {
		return path + ".tex"
	}
	return path
}

// includesFile reports whether a file includes path. LaTeX runs in the root's
// folder, which may be the one above the file's.
func includesFile(m *doc.Manuscript, from, path string) bool {
	folder := filepath.Dir(from)
	return slices.ContainsFunc(m.Includes, func(ref doc.FileRef) bool {
		return filepath.Join(folder, ref.Path) == path || filepath.Join(filepath.Dir(folder), ref.Path) == path
	})
}

// scanFile is the editor's text of a file, or the disk's; nil where there is none.
func (w *Workspace) scanFile(path string) *Document {
	if d, ok := w.openText(path); ok {
		return d
	}
	d, _ := w.disk.scan(path)
	return d
}

// Problems are why files that a document names are not read, and why it itself
// is not.
func (w *Workspace) Problems(d *Document) (all []error) {
	if d.Oversized {
		return []error{fmt.Errorf("%s: larger than %d MB, so nothing is offered in it: split it and open it again", w.Path(d), d.limit()>>20)}
	}
	if d.Markup == nil {
		return nil
	}
	for _, b := range w.Bibliographies(d) {
		if b.Problem != nil {
			all = append(all, b.Problem)
		}
	}
	for _, part := range w.Project(d) {
		for _, path := range includes(part.Manuscript, part.Path, part.rootFolder) {
			if _, open := w.openText(path); open || !w.mayInclude(w.Path(d), path) {
				continue
			}
			if _, err := w.disk.scan(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				all = append(all, err)
			}
		}
	}
	return all
}
