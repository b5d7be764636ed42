package workspace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc/latex"
	"github.com/scilit-lsp/scilit-lsp/lsp/project"
)

// A Part is one file of a document.
type Part struct {
	Doc        *Document
	Path       string
	rootFolder string
	Manuscript *doc.Manuscript
}

const longestProject = 200 // maximum number of files read per document

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

const maxSteps = 4 // maximum number of includes between a document and its root, in case of cycles

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

// includesFile reports whether the file from includes path. LaTeX resolves paths relative to the
// root's folder, which may be the parent of from's folder.
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

// A projectFile is the configuration of a project and its folder.
type projectFile struct {
	folder string
	project.Config
}

// maxLevels is the maximum number of folders searched for project files, from the document's folder
// up.
const maxLevels = 20

// projectFiles returns the project configurations that apply to a document, nearest first. It
// searches only the workspace and folders near the document.
func (w *Workspace) projectFiles(ctx context.Context, d *Document) (all []projectFile) {
	folder := filepath.Dir(w.Path(d))
	if d.Markup != Markdown || folder == "." {
		return nil
	}
	for level := range maxLevels {
		for _, name := range project.Files {
			if c, ok := w.disk.project(ctx, filepath.Join(folder, name)); ok {
				all = append(all, projectFile{folder, c})
			}
		}
		above := filepath.Dir(folder)
		if above == folder || level >= maxAbove && !within(above, w.Roots()...) {
			break
		}
		folder = above
	}
	return all
}

// chapters returns the files of the book that contains a document. The caller checks them with
// mayInclude.
func (w *Workspace) chapters(ctx context.Context, d *Document) (paths []string) {
	own := w.Path(d)
	for _, p := range w.projectFiles(ctx, d) {
		var all []string
		for _, name := range p.Chapters {
			if filepath.IsLocal(name) {
				all = append(all, filepath.Join(p.folder, name))
			}
		}
		if p.ChaptersBeside {
			all = append(all, beside(ctx, own, p.folder)...)
		}
		if slices.Contains(all, own) {
			paths = append(paths, all...)
		}
	}
	return paths
}

// beside returns the files in a folder that have the document's extension, except those whose names
// start with an underscore.
func beside(ctx context.Context, own, folder string) []string {
	found := filesIn(ctx, folder, filepath.Ext(own))
	found = slices.DeleteFunc(found, func(path string) bool { return strings.HasPrefix(filepath.Base(path), "_") })
	return found[:min(len(found), longestProject)]
}

// maxBeside is the maximum number of .bib files read from a project's folder if the project names
// none.
const maxBeside = 20

// projectBibs returns the .bib files of a document's project.
func (w *Workspace) projectBibs(ctx context.Context, d *Document) (paths []string) {
	for _, p := range w.projectFiles(ctx, d) {
		for _, name := range p.Bibliographies {
			paths = append(paths, Resolve(ctx, name, p.folder))
		}
		if p.BibsBeside && len(p.Bibliographies) == 0 {
			found := filesIn(ctx, p.folder, ".bib")
			paths = append(paths, found[:min(len(found), maxBeside)]...)
		}
		if p.NewBib != "" {
			paths = append(paths, filepath.Join(p.folder, p.NewBib))
		}
	}
	return paths
}

// listExtensions lists the extensions of the other reference formats that Manubot reads.
var listExtensions = []string{".json", ".yaml", ".yml", ".nbib", ".ris", ".xml"}

// otherLists reports whether a project contains references in a format other than .bib.
func (w *Workspace) otherLists(ctx context.Context, d *Document) bool {
	for _, p := range w.projectFiles(ctx, d) {
		stem, isNamed := strings.CutSuffix(p.NewBib, ".bib")
		if !isNamed {
			continue
		}
		for _, extension := range listExtensions {
			if _, ok := w.disk.project(ctx, filepath.Join(p.folder, stem+extension)); ok {
				return true
			}
		}
	}
	return false
}

// StyleOf returns the citation style of a document: its own style, or else that of its other files,
// or else that of the project. For a file that uses only \cite, the command for textual citations
// comes from the other files.
func (w *Workspace) StyleOf(ctx context.Context, d *Document) doc.CiteStyle {
	var found doc.CiteStyle
	for _, part := range w.Project(ctx, d) {
		style := part.Manuscript.Style
		if found == (doc.CiteStyle{}) {
			found = style
		}
		if found.Textual = cmp.Or(found.Textual, style.Textual); found.Textual != "" {
			return found
		}
	}
	if found != (doc.CiteStyle{}) {
		return found
	}
	for _, p := range w.projectFiles(ctx, d) {
		if p.Roles {
			return Markdown.Roles
		}
	}
	return doc.CiteStyle{}
}

// QuotesOf returns the quotation marks of a document: its own, or else those of its other files, or
// else the default for its markup or language.
func (w *Workspace) QuotesOf(ctx context.Context, d *Document) doc.Quotes {
	if own := d.Manuscript().Quotes; own != (doc.Quotes{}) {
		return own
	}
	for _, part := range w.Project(ctx, d) {
		if part.Manuscript.Quotes != (doc.Quotes{}) {
			return part.Manuscript.Quotes
		}
	}
	if d.Markup == LaTeX {
		return latex.Quotes
	}
	return doc.QuotesOf(d.Manuscript().Language)
}
