package write

import (
	"context"
	"errors"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/profile"
)

// mentions merges the mentions in the full texts of live papers. Segments written by older programs
// have none, so their mentions are extracted from the full texts.
func (m *merger) mentions(ctx context.Context) error {
	if m.manifest.Identity {
		return nil
	}
	w := newMentions(m.folder)
	err := m.eachMentions(ctx, w)
	if err != nil {
		w.abandon()
		return err
	}
	return w.finish(&m.manifest)
}

func (m *merger) eachMentions(ctx context.Context, w *mentions) error {
	for _, s := range m.sources {
		var err error
		if s.Manifest.Profiled {
			err = s.copyMentions(w)
		} else {
			err = s.readMentions(ctx, w)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// copyMentions copies the mentions of a segment with the new document numbers.
func (s *mergeSource) copyMentions(w *mentions) error {
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
