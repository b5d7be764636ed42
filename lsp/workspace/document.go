package workspace

import (
	"path/filepath"
	"strings"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// A Document is one version of a file. Its manuscript is scanned when a
// request needs it, once.
type Document struct {
	*doc.Snapshot
	Markup     *Markup // nil for files that are no manuscripts, such as a .bib
	Manuscript func() *doc.Manuscript
}

// NewDocument is a document whose markup is told by its language and name.
func NewDocument(snapshot *doc.Snapshot) *Document {
	d := &Document{Snapshot: snapshot, Markup: MarkupOf(snapshot.URI, snapshot.LanguageID)}
	d.Manuscript = sync.OnceValue(func() *doc.Manuscript {
		if d.Markup == nil {
			return &doc.Manuscript{}
		}
		return d.Markup.Scan(snapshot.Text)
	})
	return d
}

// IsBib tells whether the file is a bibliography.
func (d *Document) IsBib() bool {
	switch strings.ToLower(d.LanguageID) {
	case "bibtex", "biblatex", "bib":
		return true
	}
	return d.Markup == nil && strings.EqualFold(filepath.Ext(d.URI), ".bib")
}
