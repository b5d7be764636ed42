package write

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/profile"
)

// A mentions writes a segment's mentions.bin and profiles.db, if the segment has any mentions.
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

// mentions merges the mentions in the full texts of live papers. Segments written by older programs
// have none, so their mentions are extracted from the full texts.
func (m *merger) mentions(ctx context.Context) error {
	if m.manifest.Identity {
		return nil
	}
	w := newMentions(m.folder)
	for _, s := range m.sources {
		add := s.readMentions
		if s.Manifest.Profiled {
			add = s.copyMentions
		}
		if err := add(ctx, w); err != nil {
			return errors.Join(err, w.rows.Close())
		}
	}
	return w.finish(&m.manifest)
}

// copyMentions copies the mentions of a segment with the new document numbers.
func (s *mergeSource) copyMentions(_ context.Context, w *mentions) error {
	table, err := s.Mentions()
	if err != nil || table.Len() == 0 {
		return err
	}
	numbers := make([]uint32, table.Len())
	for i := range numbers {
		row := table.Row(uint32(i))
		if row.Doc >= uint32(len(s.numbers)) {
			return s.DamagedMentions()
		}
		if row.Doc = s.numbers[row.Doc]; row.Doc == gone {
			numbers[i] = gone
			continue
		}
		numbers[i] = uint32(w.rows.Rows)
		if err := w.rows.Add(row); err != nil {
			return err
		}
	}
	return w.terms.include(&segmentRun{walk: s.Profiles.Walk(), numbers: numbers, failed: s.InProfiles})
}

// readMentions extracts the mentions from the full texts of a segment.
func (s *mergeSource) readMentions(ctx context.Context, w *mentions) error {
	for doc, number := range s.numbers {
		if number == gone {
			continue
		}
		var p engine.Paper
		if err := errors.Join(ctx.Err(), s.AddBody(uint32(doc), &p)); err != nil {
			return err
		}
		if err := w.add(number, profile.Of(&p)); err != nil {
			return err
		}
	}
	return nil
}
