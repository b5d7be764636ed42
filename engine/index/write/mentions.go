package write

import (
	"errors"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/profile"
)

// A mentions writes mentions.bin and profiles.db of a segment, unless the segment has no mentions.
type mentions struct {
	folder string
	rows   *format.MentionsWriter
	terms  *inverter
}

func newMentions(folder string) *mentions {
	return &mentions{folder: folder, rows: format.NewMentions(folder), terms: newInverter(folder, "mentions", false)}
}

// add adds the mentions in the full text of the next document.
func (w *mentions) add(doc uint32, all []profile.Mention) error {
	for _, m := range all {
		row := uint32(w.rows.Rows)
		mention := format.MentionRow{Work: profile.WorkOf(m.Work), Doc: doc, Length: uint32(m.Length)}
		if err := w.rows.Add(mention); err != nil {
			return err
		}
		terms := make([]termCount, len(m.Terms))
		for i, t := range m.Terms {
			terms[i] = termCount{term: t.Text, abstract: uint8(min(t.Count, format.MaxAbstract))}
		}
		if err := w.terms.add(row, terms); err != nil {
			return err
		}
	}
	return nil
}

// finish writes the dictionary of mentions and sets their counts in the manifest.
func (w *mentions) finish(m *format.Manifest) error {
	m.Profiled, m.Mentions, m.MentionLength = true, w.rows.Rows, w.rows.Length
	m.BareMentions = w.rows.Bare
	if err := errors.Join(w.rows.Close(), w.terms.spill()); err != nil || w.rows.Rows == 0 {
		return err
	}
	dictionary, err := format.CreateDictionary(filepath.Join(w.folder, format.ProfilesFile), 0)
	if err != nil {
		return err
	}
	return errors.Join(w.terms.merge(dictionary.Add), dictionary.Close())
}

func (w *mentions) abandon() { _ = w.rows.Close() }
