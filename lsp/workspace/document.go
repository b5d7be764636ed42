package workspace

import (
	"path/filepath"
	"slices"
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
	// Oversized documents are kept without their text, as files of no kind that
	// is known here, until their whole text comes again and is smaller.
	Oversized bool
}

// NewDocument is a document whose markup is told by its language and name.
func NewDocument(snapshot *doc.Snapshot) *Document {
	d := &Document{Snapshot: snapshot, Markup: MarkupOf(snapshot.URI, snapshot.LanguageID)}
	if len(snapshot.Text) > d.limit() {
		return oversized(snapshot)
	}
	d.Manuscript = sync.OnceValue(func() *doc.Manuscript {
		if d.Markup == nil {
			return &doc.Manuscript{}
		}
		return d.Markup.Scan(snapshot.Text)
	})
	return d
}

func oversized(snapshot *doc.Snapshot) *Document {
	return &Document{
		Snapshot:   doc.NewSnapshot(snapshot.URI, snapshot.LanguageID, snapshot.Version, ""),
		Manuscript: func() *doc.Manuscript { return &doc.Manuscript{} },
		Oversized:  true,
	}
}

// limit is how large the document may be.
func (d *Document) limit() int {
	if isBib(MarkupOf(d.URI, d.LanguageID), d.Snapshot) {
		return MaxBib
	}
	return MaxDocument
}

// Next is the document after changes. Of one that is oversized only its whole
// text can be used.
func (d *Document) Next(changes []doc.Change, version int32, e doc.Encoding) *Document {
	before := d.Snapshot
	if d.Oversized {
		whole := slices.IndexFunc(changes, func(c doc.Change) bool { return c.Range == nil })
		if whole < 0 {
			return oversized(doc.NewSnapshot(d.URI, d.LanguageID, version, ""))
		}
		changes = changes[whole:]
	}
	return NewDocument(before.Apply(changes, version, e))
}

// IsBib reports whether the file is a bibliography.
func (d *Document) IsBib() bool { return !d.Oversized && isBib(d.Markup, d.Snapshot) }

func isBib(markup *Markup, d *doc.Snapshot) bool {
	switch strings.ToLower(d.LanguageID) {
	case "bibtex", "biblatex", "bib":
		return true
	}
	return markup == nil && strings.EqualFold(filepath.Ext(d.URI), ".bib")
}
