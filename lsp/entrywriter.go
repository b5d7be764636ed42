package lsp

import (
	"slices"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// An entryWriter adds the entries of several papers to a document's .bib in one
// insertion, each once.
type entryWriter struct {
	bibs    []bibliography // the one that is written to with what was added
	target  int            // its place among bibs
	before  bibliography   // and as it was
	pattern string         // of keys
	first   int            // offset of the first entry that was added
	text    string         // of the .bib now
}

func (s *server) newEntryWriter(d *document) (*entryWriter, error) {
	before, err := s.bibFor(d)
	if err != nil {
		return nil, err
	}
	w := &entryWriter{bibs: slices.Clone(s.bibliographies(d)), before: before, pattern: s.currentSettings().KeyPattern, first: -1, text: before.snapshot.Text}
	w.target = slices.IndexFunc(w.bibs, func(b bibliography) bool { return b.path == before.path })
	return w, nil
}

// key is that of a paper's entry, which is added where there is none.
func (w *entryWriter) key(p *engine.Paper) string {
	if entry := entryIn(w.bibs, p); entry != nil {
		return entry.Key
	}
	file, record := w.bibs[w.target].file, recordOf(p)
	key := file.NewKey(record, w.pattern)
	made := file.Insert(record, key)
	if w.first < 0 {
		w.first = made.Offset
	}
	w.text = string(made.Apply([]byte(w.text)))
	w.bibs[w.target].file = file.Next(w.text)
	return key
}

// insertion is all that was added: each entry goes behind the one before, so
// that together they are one piece. bib is nil where nothing was added.
func (w *entryWriter) insertion() (*bibliography, bib.Insertion) {
	if w.first < 0 {
		return nil, bib.Insertion{}
	}
	added := len(w.text) - len(w.before.snapshot.Text)
	return &w.before, bib.Insertion{Offset: w.first, Text: w.text[w.first : w.first+added]}
}
