package workspace

import (
	"context"
	"path/filepath"
	"slices"
)

// maxNearBibs is the maximum number of .bib files that are read to find the one of a document.
const maxNearBibs = 50

// NearBib returns the .bib with most of the keys that a document cites, if the document names none
// that exists. It searches the document's folder, the folders in it, and the folders above, since
// Pandoc gets the .bib on the command line or from a template. It returns "" if no .bib has half of
// the keys.
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

// NamesBib reports whether a document or its project names a .bib.
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
