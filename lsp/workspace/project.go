package workspace

import (
	"context"
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

// longestProject is the maximum number of files read per document.
const longestProject = 200

// Project returns the files of a document: the document first, then the other cells of its
// notebook, the chapters of its book, its root and the included files. If ctx ends, it returns the
// files found so far.
func (w *Workspace) Project(ctx context.Context, d *Document) []Part {
	path := w.Path(d)
	own := d.Manuscript()
	if d.Markup == nil || path == "" {
		return []Part{{d, path, filepath.Dir(path), own}}
	}
	root, queue := path, w.chapters(ctx, d)
	if d.Markup.Includes {
		root = w.rootOf(ctx, d.Markup, path, own, maxSteps)
	}
	if !w.mayInclude(d.Markup, path, root) {
		root = path
	}
	rootFolder := filepath.Dir(root)
	parts := append([]Part{{d, path, rootFolder, own}}, w.otherCells(d)...)
	seen := map[string]bool{path: true}
	queue = slices.Concat(queue, []string{root}, includes(ctx, own, path, rootFolder))
	for len(queue) > 0 && len(parts) < longestProject && ctx.Err() == nil {
		next := queue[0]
		queue = queue[1:]
		if seen[next] {
			continue
		}
		seen[next] = true
		if !w.mayInclude(d.Markup, path, next) {
			continue
		}
		if other := w.scanFile(ctx, next); other != nil && other.Markup == d.Markup {
			m := other.Manuscript()
			parts = append(parts, Part{other, next, rootFolder, m})
			queue = append(queue, includes(ctx, m, next, rootFolder)...)
		}
	}
	return shareMacros(parts)
}

// otherCells returns the other cells of a cell's notebook.
func (w *Workspace) otherCells(d *Document) (parts []Part) {
	if !isCell(d.URI) {
		return nil
	}
	path := w.Path(d)
	for _, other := range w.Open() {
		if other.URI != d.URI && other.Markup == d.Markup && isCell(other.URI) && PathOf(other.URI) == path &&
			len(parts) < longestProject {
			parts = append(parts, Part{other, path, filepath.Dir(path), other.Manuscript()})
		}
	}
	return parts
}

// firstIncludes returns at most longestProject includes of a manuscript, since looking up each one
// takes time.
func firstIncludes(m *doc.Manuscript) []doc.FileRef {
	return m.Includes[:min(len(m.Includes), longestProject)]
}

func includes(ctx context.Context, m *doc.Manuscript, path, rootFolder string) (all []string) {
	for _, ref := range firstIncludes(m) {
		all = append(all, Resolve(ctx, ref.Path, rootFolder, filepath.Dir(path)))
	}
	return all
}

// maxSteps is the maximum number of includes that are followed from a document up to its root, in case of
// cycles.
const maxSteps = 4

// rootOf returns the root file that is compiled: the file that the document declares as its root,
// or one in its folder or the parent folder that includes it, or else the document itself.
func (w *Workspace) rootOf(ctx context.Context, markup *Markup, path string, m *doc.Manuscript, steps int) string {
	folder := filepath.Dir(path)
	if m.Root.Path != "" {
		return Resolve(ctx, withTeX(m.Root.Path), folder)
	}
	for _, dir := range []string{folder, filepath.Dir(folder)} {
		if steps == 0 {
			break
		}
		beside := filesIn(ctx, dir, markup.Extensions[0])
		for _, file := range beside[:min(len(beside), longestProject)] {
			if file == path {
				continue
			}
			if other := w.scanFile(ctx, file); other != nil && includesFile(other.Manuscript(), file, path) {
				return w.rootOf(ctx, markup, file, other.Manuscript(), steps-1)
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

// includesFile reports whether the file from includes path. LaTeX resolves paths in the root's
// folder, which may be the parent folder of from.
func includesFile(m *doc.Manuscript, from, path string) bool {
	folder := filepath.Dir(from)
	return slices.ContainsFunc(firstIncludes(m), func(ref doc.FileRef) bool {
		return filepath.Join(folder, ref.Path) == path || filepath.Join(filepath.Dir(folder), ref.Path) == path
	})
}

// scanFile returns the editor's version of a file, or the one on disk, or nil if it cannot be read.
func (w *Workspace) scanFile(ctx context.Context, path string) *Document {
	if d, ok := w.openText(path); ok {
		return d
	}
	d, _ := w.disk.scan(ctx, path)
	return d
}

// Problems returns the reasons why a document, or files that it names, cannot be read.
func (w *Workspace) Problems(ctx context.Context, d *Document) (all []error) {
	if d.Oversized {
		return []error{fmt.Errorf("%s is larger than %d MB, so scilit-lsp does not process it: split it into smaller files",
			w.Path(d), d.limit()>>20)}
	}
	if d.Markup == nil {
		return nil
	}
	for _, b := range w.Bibliographies(ctx, d) {
		if b.Problem != nil {
			all = append(all, b.Problem)
		}
	}
	all = append(all, w.missingElsewhere(ctx, d)...)
	for _, part := range w.Project(ctx, d) {
		for _, path := range includes(ctx, part.Manuscript, part.Path, part.rootFolder) {
			if _, open := w.openText(path); open || !w.mayInclude(d.Markup, w.Path(d), path) {
				continue
			}
			if _, err := w.disk.scan(ctx, path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				all = append(all, err)
			}
		}
	}
	return all
}
