package workspace

import (
	"path/filepath"
	"regexp"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// Undefined are the keys that a document cites and no .bib of it has; none
// where keys may come from elsewhere.
func (w *Workspace) Undefined(d *Document) (keys []doc.CiteKey) {
	bibs := w.Bibliographies(d)
	if definesElsewhere(d, bibs) {
		return nil
	}
	for _, citation := range d.Manuscript().Citations {
		for _, key := range citation.Keys {
			if key.Name != "*" && !HasKey(bibs, key.Name) {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

// HasKey reports whether one of the files has the key.
func HasKey(bibs []Bibliography, key string) bool {
	for _, b := range bibs {
		if b.File.ByKey(key) != nil {
			return true
		}
	}
	return false
}

// inlineReferences are lists of references in the document itself.
var inlineReferences = regexp.MustCompile(`\\bibitem\b|(?m:^references:)`)

// definesElsewhere reports whether a document has other sources of keys than
// .bib files that can be read: a list of its own, or a list in another format.
func definesElsewhere(d *Document, bibs []Bibliography) bool {
	for _, b := range bibs {
		if !b.Exists || b.Problem != nil || !strings.EqualFold(filepath.Ext(b.Path), ".bib") {
			return true
		}
	}
	return len(bibs) == 0 || inlineReferences.MatchString(d.Text)
}
