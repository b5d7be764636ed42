package doc

import "fmt"

// Check returns what of a manuscript does not fit the text it was scanned
// from, nil where all does: what every scanner promises, whatever the text.
func (m *Manuscript) Check(source string) error {
	end := 0
	for _, s := range m.Sentences {
		if s.Start < end || s.End < s.Start || s.End > len(source) {
			return fmt.Errorf("sentence %v after %d", s, end)
		}
		end = s.End
	}
	for _, c := range m.Citations {
		for _, k := range c.Keys {
			if source[k.Start:k.End] != k.Name {
				return fmt.Errorf("key %q at %v", k.Name, k.Span)
			}
		}
	}
	for _, d := range m.Directives {
		if source[d.Keywords.Start:d.Keywords.End] != d.Text {
			return fmt.Errorf("directive %q at %v", d.Text, d.Keywords)
		}
	}
	return nil
}
