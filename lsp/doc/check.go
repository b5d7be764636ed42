package doc

import "fmt"

// Check returns an error if a manuscript is inconsistent with its source. Every scanner's result
// must pass it for any text.
func (m *Manuscript) Check(source string) error {
	end := 0
	for _, s := range m.Sentences {
		if s.Start < end || s.End < s.Start || s.End > len(source) {
			return fmt.Errorf("sentence %v overlaps the one that ends at %d, or exceeds the source", s, end)
		}
		end = s.End
	}
	for i, p := range m.Prose {
		all := p.Source(Span{0, len(p.Text)})
		if all.Start < 0 || all.End < all.Start || all.End > len(source) {
			return fmt.Errorf("the text of paragraph %d is at %v, outside the source", i, all)
		}
		if within := p.Within(all); within.Start < 0 || within.End < within.Start || within.End > len(p.Text) {
			return fmt.Errorf("the text of paragraph %d maps to %v, outside the paragraph", i, within)
		}
	}
	for _, q := range m.Quoted {
		if q.Start < 0 || q.End < q.Start || q.End > len(source) {
			return fmt.Errorf("the quotation %v is outside the source", q)
		}
	}
	for _, c := range m.Citations {
		for _, k := range c.Keys {
			if source[k.Start:k.End] != k.Name {
				return fmt.Errorf("the key %q is not at %v in the source", k.Name, k.Span)
			}
		}
	}
	for _, d := range m.Directives {
		if source[d.Keywords.Start:d.Keywords.End] != d.Text {
			return fmt.Errorf("the directive %q is not at %v in the source", d.Text, d.Keywords)
		}
	}
	return nil
}

// CheckCited returns an error unless an edit to cite key added that citation and kept all others.
func CheckCited(before, after *Manuscript, key string) error {
	counts := make(map[string]int)
	for _, c := range after.Citations {
		for _, k := range c.Keys {
			counts[k.Name]++
		}
	}
	if counts[key] == 0 {
		return fmt.Errorf("%s is not cited", key)
	}
	for _, c := range before.Citations {
		for _, k := range c.Keys {
			if counts[k.Name]--; counts[k.Name] < 0 {
				return fmt.Errorf("%s is no longer cited", k.Name)
			}
		}
	}
	return nil
}
