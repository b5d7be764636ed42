package workspace

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// Undefined returns the cited keys defined neither in the document nor in its .bib files. It returns
// nil if keys may be defined in a source that is not read.
func (w *Workspace) Undefined(ctx context.Context, d *Document) (keys []doc.CiteKey) {
	bibs := w.Bibliographies(ctx, d)
	if w.definesElsewhere(ctx, d, bibs) {
		return nil
	}
	own := w.definedIn(ctx, d)
	for _, citation := range d.Manuscript().Citations {
		for _, key := range citation.Keys {
			named := d.Markup.NamesWork != nil && d.Markup.NamesWork(key.Name, citation.Command != "")
			if key.Name != "*" && !named && !own[key.Name] && !HasKey(bibs, key.Name) {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

// definedIn returns the keys defined in a document's own files.
func (w *Workspace) definedIn(ctx context.Context, d *Document) map[string]bool {
	names := make(map[string]bool)
	for _, part := range w.Project(ctx, d) {
		for _, key := range part.Manuscript.Defines {
			names[key.Name] = true
		}
	}
	return names
}

// HasKey reports whether one of the files contains the key.
func HasKey(bibs []Bibliography, key string) bool { return EntryIn(bibs, key) != nil }

// EntryIn returns the entry that a key refers to, or nil. It prefers an exact match to a match that
// differs in case.
func EntryIn(bibs []Bibliography, key string) *bib.Entry {
	_, e := Find(bibs, key)
	return e
}

// Find is like EntryIn, but also returns the index of the entry's .bib file in bibs.
func Find(bibs []Bibliography, key string) (at int, e *bib.Entry) {
	for i, b := range bibs {
		if e := b.File.ByKey(key); e != nil {
			return i, e
		}
	}
	for i, b := range bibs {
		if e := b.Entry(key); e != nil {
			return i, e
		}
	}
	return -1, nil
}

// inlineReferences matches a bibliography in the document itself.
var inlineReferences = regexp.MustCompile(`\\bibitem\b`)

// definesElsewhere reports whether keys may be defined in a source that is not read, such as a
// \bibitem list or a file in another format. A missing .bib file counts only if the document has no
// other .bib file, since the missing one may still be created.
func (w *Workspace) definesElsewhere(ctx context.Context, d *Document, bibs []Bibliography) bool {
	for _, b := range bibs {
		isRead := hasExtension(b.Path, ".bib") || d.Markup == Typst && isYAML(b.Path)
		if b.Problem != nil || !isRead {
			return true
		}
	}
	return !slices.ContainsFunc(bibs, exist) || inlineReferences.MatchString(d.Text) || w.otherLists(ctx, d)
}

func exist(b Bibliography) bool { return b.Exists }

// MissingBibs returns the missing .bib files named in the document. It returns nil if none of the
// document's .bib files exist.
func (w *Workspace) MissingBibs(ctx context.Context, d *Document) (refs []doc.FileRef) {
	bibs := w.Bibliographies(ctx, d)
	if d.Markup == nil || !slices.ContainsFunc(bibs, exist) {
		return nil
	}
	return w.Project(ctx, d)[0].missing(ctx, bibs)
}

// missing returns the missing .bib files that a part names.
func (p Part) missing(ctx context.Context, bibs []Bibliography) (refs []doc.FileRef) {
	for _, ref := range p.Manuscript.Bibliographies {
		path := p.resolve(ctx, ref)
		if slices.ContainsFunc(bibs, func(b Bibliography) bool { return b.Path == path && !b.Exists }) {
			refs = append(refs, ref)
		}
	}
	return refs
}

// missingElsewhere returns an error for each missing .bib file named by another of the document's
// files. MissingBibs covers the document itself.
func (w *Workspace) missingElsewhere(ctx context.Context, d *Document) (all []error) {
	bibs := w.Bibliographies(ctx, d)
	if !slices.ContainsFunc(bibs, exist) {
		return nil
	}
	for _, part := range w.Project(ctx, d)[1:] {
		for _, ref := range part.missing(ctx, bibs) {
			all = append(all, fmt.Errorf("%s is missing, but %s names it; all other files were read: correct the name, "+
				"or create the file", part.resolve(ctx, ref), filepath.Base(part.Path)))
		}
	}
	return all
}

const maxNearBibs = 50 // maximum number of .bib files read to find the one for a document

// NearBib returns the .bib file with the most of a document's cited keys, if the document has no
// .bib file yet. It searches the document's folder, its subfolders and the folders above, since
// Pandoc can be given the .bib file on the command line or by a template. It returns "" if no .bib
// file has half of the keys.
func (w *Workspace) NearBib(ctx context.Context, d *Document) string {
	exist := func(path string) bool { return exists(ctx, path) }
	if w.NamesBib(ctx, d) || slices.ContainsFunc(w.BibPaths(ctx, d), exist) {
		return ""
	}
	keys := w.citedElsewhere(ctx, d)
	best, most := "", max(1, (len(keys)+1)/2)
	for _, path := range w.nearBibs(ctx, d) {
		b := w.disk.read(ctx, path, nil)
		n := 0
		for _, key := range keys {
			if b.File.ByKey(key) != nil {
				n++
			}
		}
		if n >= most {
			best, most = path, n+1
		}
	}
	return best
}

// nearBibs returns the .bib files near a document, nearest first.
func (w *Workspace) nearBibs(ctx context.Context, d *Document) (paths []string) {
	folder := filepath.Dir(w.Path(d))
	for range maxAbove + 1 {
		paths = append(paths, filesIn(ctx, folder, ".bib")...)
		for _, inner := range foldersIn(ctx, folder) {
			paths = append(paths, filesIn(ctx, inner, ".bib")...)
			if len(paths) >= maxNearBibs {
				return paths[:maxNearBibs]
			}
		}
		folder = filepath.Dir(folder)
	}
	return paths
}

// NamesBib reports whether a document or its project names a .bib file.
func (w *Workspace) NamesBib(ctx context.Context, d *Document) bool {
	return len(w.namedBibs(ctx, d)) > 0
}

// citedElsewhere returns the cited keys that a document does not define itself, or nil if it has a
// list of references.
func (w *Workspace) citedElsewhere(ctx context.Context, d *Document) (keys []string) {
	own := w.definedIn(ctx, d)
	for _, part := range w.Project(ctx, d) {
		if inlineReferences.MatchString(part.Doc.Text) {
			return nil
		}
		for _, key := range part.Manuscript.CitedKeys() {
			if !own[key] {
				keys = append(keys, key)
			}
		}
	}
	return keys
}
