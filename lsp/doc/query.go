package doc

import (
	"sort"
	"strings"
)

// SentenceAt is the sentence that offset is in or directly after, with nothing
// but white space between, in the same paragraph.
func (m *Manuscript) SentenceAt(offset int) (Sentence, bool) {
	i := m.sentenceBefore(offset)
	if i < 0 {
		return Sentence{}, false
	}
	s := m.Sentences[i]
	return s, s.Contains(offset) || s.Paragraph == m.ParagraphAt(offset)
}

// sentenceBefore is the last sentence that starts before offset, -1 where there is none.
func (m *Manuscript) sentenceBefore(offset int) int {
	return sort.Search(len(m.Sentences), func(i int) bool { return m.Sentences[i].Start >= offset }) - 1
}

// sectionAt counts the headings before offset.
func (m *Manuscript) sectionAt(offset int) int { return sort.SearchInts(m.Headings, offset) }

// ParagraphAt is the index of the paragraph that offset is in or at the end of,
// -1 where there is none. Comments are part of their paragraph.
func (m *Manuscript) ParagraphAt(offset int) int {
	for i, p := range m.Paragraphs {
		if p.Contains(offset) {
			return i
		}
	}
	return -1
}

// ContextBefore returns up to n sentences before offset in the same section,
// oldest first, the one that offset is in included.
func (m *Manuscript) ContextBefore(offset, n int) []string {
	last := m.sentenceBefore(offset)
	if last < 0 || m.Sentences[last].Section != m.sectionAt(offset) {
		return nil
	}
	first := last
	for first > 0 && last-first+1 < n && m.Sentences[first-1].Section == m.Sentences[last].Section {
		first--
	}
	context := make([]string, 0, n)
	for _, s := range m.Sentences[first : last+1] {
		context = append(context, s.Text)
	}
	return context
}

// DirectiveFor is the directive that counts at offset: the nearest one above
// it in the same paragraph, else the first one of the paragraph.
func (m *Manuscript) DirectiveFor(offset int) (found Directive, ok bool) {
	paragraph := m.ParagraphAt(offset)
	for _, d := range m.Directives {
		if d.Contains(offset) {
			return d, true
		}
		if paragraph >= 0 && d.Paragraph == paragraph && (!ok || d.Start <= offset) {
			found, ok = d, true
		}
	}
	return found, ok
}

// CitationAt is the citation that offset is in.
func (m *Manuscript) CitationAt(offset int) (Citation, bool) {
	for _, c := range m.Citations {
		if c.Contains(offset) {
			return c, true
		}
	}
	return Citation{}, false
}

// BeforeStop is where a citation goes that belongs to the sentence at offset:
// before its final stop. beside is the citation in parentheses that ends there
// already, nil where none does. ok is false where there is no sentence.
func (m *Manuscript) BeforeStop(source string, offset int) (at int, beside *Citation, ok bool) {
	s, ok := m.SentenceAt(offset)
	if !ok {
		return offset, nil, false
	}
	at = s.End
	for at > s.Start && strings.IndexByte(".!?;:,", source[at-1]) >= 0 {
		at--
	}
	if c, found := m.CitationAt(at); found && c.End == at && !c.Textual {
		return at, &c, true
	}
	return at, nil, true
}

// KeyAt is the cite key that offset is in.
func (c Citation) KeyAt(offset int) (CiteKey, bool) {
	for _, k := range c.Keys {
		if k.Contains(offset) {
			return k, true
		}
	}
	return CiteKey{}, false
}

// IsMasked reports whether no sentence can be inserted at offset.
func (m *Manuscript) IsMasked(offset int) bool {
	for _, s := range m.Masked {
		if s.Start < offset && offset < s.End {
			return true
		}
	}
	return false
}

// IsCode reports whether what ends at offset is inside a range that cites nothing.
func (m *Manuscript) IsCode(offset int) bool {
	for _, s := range m.Code {
		if s.Start < offset && offset <= s.End {
			return true
		}
	}
	return false
}

// KeysNamed lists where a key is cited.
func (m *Manuscript) KeysNamed(name string) (all []Span) {
	for _, c := range m.Citations {
		for _, k := range c.Keys {
			if k.Name == name {
				all = append(all, k.Span)
			}
		}
	}
	return all
}

// CitedKeys lists the keys of all citations, each once, in order.
func (m *Manuscript) CitedKeys() []string {
	var keys []string
	seen := make(map[string]bool)
	for _, c := range m.Citations {
		for _, k := range c.Keys {
			if !seen[k.Name] {
				seen[k.Name] = true
				keys = append(keys, k.Name)
			}
		}
	}
	return keys
}

// CitationsIn lists the citations inside a span.
func (m *Manuscript) CitationsIn(span Span) (all []Citation) {
	for _, c := range m.Citations {
		if c.Start >= span.Start && c.End <= span.End {
			all = append(all, c)
		}
	}
	return all
}

// InsertionPoint is where a new sentence goes: behind the sentence at offset,
// or at offset where there is none.
func (m *Manuscript) InsertionPoint(offset int) int {
	if s, ok := m.SentenceAt(offset); ok {
		return s.End
	}
	return offset
}
