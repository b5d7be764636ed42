package workspace

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc/latex"
	"github.com/scilit-lsp/scilit-lsp/lsp/project"
)

// A projectFile is the configuration of a project and its folder.
type projectFile struct {
	folder string
	project.Config
}

// maxLevels is the maximum number of folders searched for project files, from the document's
// upwards.
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

// beside returns the files in a folder that have the extension of the document, except those whose
// names start with an underscore.
func beside(ctx context.Context, own, folder string) []string {
	found := filesIn(ctx, folder, filepath.Ext(own))
	found = slices.DeleteFunc(found, func(path string) bool { return strings.HasPrefix(filepath.Base(path), "_") })
	return found[:min(len(found), longestProject)]
}

// maxBeside is the maximum number of .bib files in a folder that are read although no file names
// them.
const maxBeside = 20

// projectBibs returns the .bib files that a document gets from its project.
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

// listExtensions lists the extensions of the other formats in which Manubot reads references.
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
