package workspace

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// A Document is one version of a file. Its manuscript is scanned at most once, when it is first
// needed.
type Document struct {
	*doc.Snapshot
	Markup     *Markup // nil if the file is not a manuscript, for example a .bib file
	Manuscript func() *doc.Manuscript
	// Oversized is set if the text is too large. Text and Markup are then empty until the editor
	// sends a text that is small enough.
	Oversized bool

	shared *sharedScan // caches the scan that uses macros from other files
}

// NewDocument returns a document. The language identifier or the file name determines its markup.
func NewDocument(snapshot *doc.Snapshot) *Document {
	d := &Document{Snapshot: snapshot, shared: new(sharedScan), Markup: MarkupOf(snapshot.URI, snapshot.LanguageID)}
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

// limit returns the maximum size of the document in bytes.
func (d *Document) limit() int {
	if isBib(MarkupOf(d.URI, d.LanguageID), d.Snapshot) {
		return MaxBib
	}
	return MaxDocument
}

// Next returns the document after applying changes. An oversized document ignores changes until it
// receives a whole text.
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

// A sharedScan caches a manuscript that was scanned with citation macros from other files.
type sharedScan struct {
	mu         sync.Mutex
	macros     string
	manuscript *doc.Manuscript
}

const maxMacros = 100 // maximum number of citation macros shared by a document's files

// shareMacros rescans the parts that use citation macros defined in other parts.
func shareMacros(parts []Part) []Part {
	all := make(map[string]doc.CiteMacro)
	for _, p := range parts {
		for name, macro := range p.Manuscript.CiteMacros {
			if len(all) < maxMacros {
				all[name] = macro
			}
		}
	}
	if len(all) == 0 || parts[0].Doc.Markup.ScanWith == nil {
		return parts
	}
	for i, p := range parts {
		used := maps.Clone(all)
		maps.DeleteFunc(used, func(name string, _ doc.CiteMacro) bool {
			_, own := p.Manuscript.CiteMacros[name]
			return own || !strings.Contains(p.Doc.Text, `\`+name)
		})
		if len(used) > 0 && p.Doc.shared != nil {
			parts[i].Manuscript = p.Doc.scanWith(used)
		}
	}
	return parts
}

func (d *Document) scanWith(macros map[string]doc.CiteMacro) *doc.Manuscript {
	d.shared.mu.Lock()
	defer d.shared.mu.Unlock()
	if key := fmt.Sprint(macros); d.shared.manuscript == nil || d.shared.macros != key {
		d.shared.macros, d.shared.manuscript = key, d.Markup.ScanWith(d.Text, macros)
	}
	return d.shared.manuscript
}
