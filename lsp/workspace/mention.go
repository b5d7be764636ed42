package workspace

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// A Mention is a place that names an entry: in a citation or in a .bib.
type Mention struct {
	File     *doc.Snapshot
	Path     string
	Span     doc.Span
	Markup   *Markup // nil in a .bib
	Declares bool    // the entry's own key
	Open     bool    // in the editor
}

// Version is that of a file that is open, nil for others.
func (m Mention) Version() *int32 {
	if m.Open {
		return &m.File.Version
	}
	return nil
}

// Written is a key as it stands at a mention. Where it is in braces already it
// needs no more of them.
func (m Mention) Written(key string) string {
	if m.Markup == nil || strings.HasSuffix(m.File.Text[:m.Span.Start], "{") {
		return key
	}
	return m.Markup.Key(key)
}

// KeyAt is the key that offset is in.
func (w *Workspace) KeyAt(d *Document, offset int) (key string, span doc.Span, ok bool) {
	if d.IsBib() {
		m, ok := w.BibOf(d).File.MentionAt(offset)
		return m.Key, doc.Span(m.Span), ok
	}
	citation, _ := d.Manuscript().CitationAt(offset)
	k, ok := citation.KeyAt(offset)
	return k.Name, k.Span, ok
}

// BibOf is a .bib that is open in the editor.
func (w *Workspace) BibOf(d *Document) Bibliography { return w.disk.read(w.Path(d), d) }

// BibsOf are the .bib files of a manuscript, or the .bib itself.
func (w *Workspace) BibsOf(d *Document) []Bibliography {
	if d.IsBib() {
		return []Bibliography{w.BibOf(d)}
	}
	return w.Bibliographies(d)
}

// A Scope is all that shares keys: .bib files, and the manuscripts that use
// them.
type Scope struct {
	Bibs  []Bibliography
	Parts []Part
}

// ScopeOf gathers the scope of a document: with the .bib files of a manuscript
// come the other manuscripts that use them.
func (w *Workspace) ScopeOf(d *Document) (all Scope) {
	all.Bibs = w.BibsOf(d)
	if !d.IsBib() {
		all.add(w.Project(d))
	}
	for _, path := range w.manuscriptPaths() {
		other := w.scanFile(path)
		if other == nil || other.Markup == nil || all.has(path) {
			continue
		}
		uses := func(b Bibliography) bool { return slices.Contains(w.BibPaths(other), b.Path) }
		if slices.ContainsFunc(all.Bibs, uses) {
			all.add(w.Project(other))
		}
	}
	return all
}

func (a *Scope) has(path string) bool {
	return slices.ContainsFunc(a.Parts, func(p Part) bool { return p.Path == path })
}

func (a *Scope) add(parts []Part) {
	for _, p := range parts {
		if !a.has(p.Path) {
			a.Parts = append(a.Parts, p)
		}
	}
}

// How many manuscripts of a workspace are read, and among how many files they
// are looked for: somebody's workspace is the home folder.
const mostManuscripts, mostFiles = 1000, 50_000

// manuscriptPaths are the manuscripts in the workspace's folders and those that
// are open, in order.
func (w *Workspace) manuscriptPaths() (paths []string) {
	files := 0
	for _, root := range w.Roots() {
		_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			name := ""
			if entry != nil {
				name = entry.Name()
			}
			switch files++; {
			case files > mostFiles, len(paths) >= mostManuscripts:
				return fs.SkipAll
			case err != nil:
				return fs.SkipDir
			case entry.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "node_modules"):
				return fs.SkipDir
			case !entry.IsDir() && MarkupOf(name, "") != nil:
				paths = append(paths, path)
			}
			return nil
		})
	}
	for _, d := range w.Open() {
		if path := PathOf(d.URI); path != "" && d.Markup != nil {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// Mentions lists where a key is named, .bib files first, each file in its order.
func (w *Workspace) Mentions(in Scope, key string) (all []Mention) {
	for _, b := range in.Bibs {
		for _, m := range b.File.Mentions(key) {
			all = append(all, Mention{File: b.Snapshot, Path: b.Path, Span: doc.Span(m.Span), Declares: m.Declares, Open: b.Open})
		}
	}
	for _, p := range in.Parts {
		_, open := w.openText(p.Path)
		for _, span := range p.Manuscript.KeysNamed(key) {
			all = append(all, Mention{File: p.Doc.Snapshot, Path: p.Path, Span: span, Markup: p.Doc.Markup, Open: open})
		}
	}
	return all
}
