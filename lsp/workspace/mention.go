package workspace

import (
	"context"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"go.lsp.dev/uri"
)

// A Mention is an occurrence of a key in a manuscript or a .bib file.
type Mention struct {
	File     *doc.Snapshot
	Path     string
	Span     doc.Span
	Markup   *Markup // nil in a .bib file
	Declares bool    // this occurrence defines the key
	Open     bool    // the file is open in the editor
}

// URI returns the URI that the editor uses for the file.
func (m Mention) URI() uri.URI {
	if isCell(m.File.URI) {
		return uri.URI(m.File.URI)
	}
	return uri.File(m.Path)
}

// Version returns the version of the file if it is open, or nil.
func (m Mention) Version() *int32 {
	if m.Open {
		return &m.File.Version
	}
	return nil
}

// Written returns a key as it must be written at a mention. It adds no braces if the mention
// already has them.
func (m Mention) Written(key string) string {
	if m.Markup == nil || strings.HasSuffix(m.File.Text[:m.Span.Start], "{") {
		return key
	}
	return m.Markup.Key(key)
}

// KeyAt returns the key at an offset.
func (w *Workspace) KeyAt(ctx context.Context, d *Document, offset int) (key string, span doc.Span, ok bool) {
	if d.IsBib() {
		m, ok := w.BibOf(ctx, d).File.MentionAt(offset)
		return m.Key, doc.Span(m.Span), ok
	}
	k, ok := d.Manuscript().KeyAt(offset)
	return k.Name, k.Span, ok
}

// BibOf returns the bibliography in a .bib file that is open in the editor.
func (w *Workspace) BibOf(ctx context.Context, d *Document) Bibliography {
	return w.disk.read(ctx, w.Path(d), d)
}

// BibsOf returns the .bib files of a manuscript. For a .bib file, it returns the file itself.
func (w *Workspace) BibsOf(ctx context.Context, d *Document) []Bibliography {
	if d.IsBib() {
		return []Bibliography{w.BibOf(ctx, d)}
	}
	return w.Bibliographies(ctx, d)
}

// A Scope is a set of .bib files and the manuscripts that use them. They share one set of keys.
type Scope struct {
	Bibs  []Bibliography
	Parts []Part
}

// ScopeOf returns the .bib files of a document and all manuscripts in the workspace that use them.
func (w *Workspace) ScopeOf(ctx context.Context, d *Document) (all Scope) {
	all.Bibs = w.BibsOf(ctx, d)
	if !d.IsBib() {
		all.add(w.Project(ctx, d))
	}
	for _, path := range w.manuscriptPaths(ctx) {
		other := w.scanFile(ctx, path)
		if other == nil || other.Markup == nil || all.has(path) {
			continue
		}
		uses := func(b Bibliography) bool { return slices.Contains(w.BibPaths(ctx, other), b.Path) }
		if slices.ContainsFunc(all.Bibs, uses) {
			all.add(w.Project(ctx, other))
		}
	}
	setKeyCase(all.Bibs, all.Parts)
	return all
}

// SameKey reports whether two keys refer to the same entry.
func (a Scope) SameKey(one, other string) bool {
	return one == other || len(a.Bibs) > 0 && a.Bibs[0].SameKey(one, other)
}

func (a *Scope) has(path string) bool {
	return slices.ContainsFunc(a.Parts, func(p Part) bool { return p.Path == path })
}

func (a *Scope) hasPart(part Part) bool {
	if isCell(part.Doc.URI) {
		return slices.ContainsFunc(a.Parts, func(p Part) bool { return p.Doc.URI == part.Doc.URI })
	}
	return a.has(part.Path)
}

func (a *Scope) add(parts []Part) {
	for _, p := range parts {
		if !a.hasPart(p) {
			a.Parts = append(a.Parts, p)
		}
	}
}

// Limits on the number of manuscripts and files visited, since the workspace may be the user's home
// folder.
const maxManuscripts, maxFiles = 1000, 50_000

// manuscriptPaths returns the sorted paths of the manuscripts that are in the workspace or open in
// the editor.
func (w *Workspace) manuscriptPaths(ctx context.Context) (paths []string) {
	look := walk{ctx: ctx}
	for _, root := range w.Roots() {
		found, _ := files.Call(ctx, root, func() ([]string, error) { return look.in(root), nil })
		if ctx.Err() != nil {
			return nil // the walk may still be running and use paths
		}
		paths = append(paths, found...)
	}
	for _, d := range w.Open() {
		if path := PathOf(d.URI); path != "" && d.Markup != nil {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// A walk searches folders for manuscripts, with limits on the total for all folders.
type walk struct {
	ctx                context.Context
	files, manuscripts int
}

func (k *walk) in(root string) (paths []string) {
	_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		name := ""
		if entry != nil {
			name = entry.Name()
		}
		switch k.files++; {
		case k.files > maxFiles, k.manuscripts >= maxManuscripts, k.ctx.Err() != nil:
			return fs.SkipAll
		case err != nil:
			return fs.SkipDir
		case entry.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "node_modules"):
			return fs.SkipDir
		case !entry.IsDir() && MarkupOf(name, "") != nil:
			k.manuscripts++
			paths = append(paths, path)
		}
		return nil
	})
	return paths
}

// Mentions returns the mentions of a key, first those in .bib files and then those in manuscripts.
func (w *Workspace) Mentions(in Scope, key string) (all []Mention) {
	same := func(other string) bool { return in.SameKey(key, other) }
	for _, b := range in.Bibs {
		for _, m := range b.File.Mentions(same) {
			span := doc.Span(m.Span)
			all = append(all, Mention{File: b.Snapshot, Path: b.Path, Span: span, Declares: m.Declares, Open: b.Open})
		}
	}
	for _, p := range in.Parts {
		_, open := w.openText(p.Path)
		mention := Mention{File: p.Doc.Snapshot, Path: p.Path, Markup: p.Doc.Markup, Open: open, Declares: true}
		for _, defined := range p.Manuscript.Defines {
			if same(defined.Name) {
				mention.Span = defined.Span
				all = append(all, mention)
			}
		}
		mention.Declares = false
		for _, span := range p.Manuscript.KeysNamed(same) {
			mention.Span = span
			all = append(all, mention)
		}
	}
	return all
}
