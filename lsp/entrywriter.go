package lsp

import (
	"slices"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// An entryWriter adds the entries of several papers to a document's .bib in one
// insertion, each once.
type entryWriter struct {
	bibs    []workspace.Bibliography // the one that is written to with what was added
	target  int                      // its place among bibs
	before  workspace.Bibliography   // and as it was
	pattern string                   // of keys
	first   int                      // offset of the first entry that was added
	text    string                   // of the .bib now
}

func (s *server) newEntryWriter(d *workspace.Document) (*entryWriter, error) {
	before, err := s.bibFor(d)
	if err != nil {
		return nil, err
	}
	w := &entryWriter{bibs: slices.Clone(s.files.Bibliographies(d)), before: before, pattern: s.currentSettings().KeyPattern, first: -1, text: before.Snapshot.Text}
	w.target = slices.IndexFunc(w.bibs, func(b workspace.Bibliography) bool { return b.Path == before.Path })
	return w, nil
}

// key is that of a paper's entry, which is added where there is none.
func (w *entryWriter) key(p *engine.Paper) string {
	if entry := entryIn(w.bibs, p); entry != nil {
		return entry.Key
	}
	file, record := w.bibs[w.target].File, recordOf(p)
	key := file.NewKey(record, w.pattern)
	made := file.Insert(record, key)
	if w.first < 0 {
		w.first = made.Offset
	}
	w.text = string(made.Apply([]byte(w.text)))
	w.bibs[w.target].File = file.Next(w.text)
	return key
}

// insertion is all that was added: each entry goes behind the one before, so
// that together they are one piece. bib is nil where nothing was added.
func (w *entryWriter) insertion() (*workspace.Bibliography, bib.Insertion) {
	if w.first < 0 {
		return nil, bib.Insertion{}
	}
	added := len(w.text) - len(w.before.Snapshot.Text)
	return &w.before, bib.Insertion{Offset: w.first, Text: w.text[w.first : w.first+added]}
}
