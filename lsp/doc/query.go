package doc

import (
	"slices"
	"sort"
)

// SentenceAt returns the sentence that contains offset, or else the preceding sentence in the same
// paragraph. Before the first sentence of a paragraph, it returns that sentence, unless offset is
// in a directive.
func (m *Manuscript) SentenceAt(offset int) (Sentence, bool) {
	i := m.sentenceBefore(offset)
	if i >= 0 && m.Sentences[i].Contains(offset) {
		return m.Sentences[i], true
	}
	paragraph := m.ParagraphAt(offset)
	if i >= 0 && m.Sentences[i].Paragraph == paragraph {
		return m.Sentences[i], true
	}
	if i++; i < len(m.Sentences) && m.Sentences[i].Paragraph == paragraph && !m.onDirective(offset) {
		return m.Sentences[i], true
	}
	return Sentence{}, false
}

// sentenceBefore returns the index of the last sentence that starts before offset,
// or -1.
func (m *Manuscript) sentenceBefore(offset int) int {
	return sort.Search(len(m.Sentences), func(i int) bool { return m.Sentences[i].Start >= offset }) - 1
}

func (m *Manuscript) sectionAt(offset int) int { return sort.SearchInts(m.Headings, offset) }

// ParagraphAt returns the index of the paragraph that contains offset or ends there, or -1. A
// comment in a paragraph belongs to that paragraph.
func (m *Manuscript) ParagraphAt(offset int) int {
	return slices.IndexFunc(m.Paragraphs, func(p Span) bool { return p.Contains(offset) })
}

func (m *Manuscript) onDirective(offset int) bool {
	return slices.ContainsFunc(m.Directives, func(d Directive) bool { return d.Contains(offset) })
}

// ContextBefore returns up to n sentences before offset in the same section, oldest
// first, including the sentence at offset.
func (m *Manuscript) ContextBefore(offset, n int) []string {
	if m.Outer != nil {
		own := m.sentencesBefore(offset, n)
		return append(m.Outer.ContextBefore(m.inset.Start, n-len(own)), own...)
	}
	return m.sentencesBefore(offset, n)
}

func (m *Manuscript) sentencesBefore(offset, n int) []string {
	last := m.sentenceBefore(offset)
	if last < 0 || n <= 0 || m.Sentences[last].Section != m.sectionAt(offset) {
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

// CitationAt returns the citation at offset.
func (m *Manuscript) CitationAt(offset int) (Citation, bool) {
	return find(m.Citations, func(c Citation) bool { return c.Contains(offset) })
}

func find[T any](all []T, is func(T) bool) (found T, ok bool) {
	if i := slices.IndexFunc(all, is); i >= 0 {
		return all[i], true
	}
	return found, false
}

// OtherKeys returns the keys of the citation at offset, except those that touch the typed span.
func (m *Manuscript) OtherKeys(offset int, typed Span) (keys []string) {
	c, _ := m.CitationAt(offset)
	for _, k := range c.Keys {
		if k.End < typed.Start || k.Start > typed.End {
			keys = append(keys, k.Name)
		}
	}
	return keys
}

// CitationsAt returns the citations that contain or touch offset.
func (m *Manuscript) CitationsAt(offset int) (all []Citation) {
	for i := m.citationBefore(offset + 1); i >= 0 && len(all) < 2; i-- {
		if c := m.Citations[i]; c.Contains(offset) {
			all = append(all, c)
		} else if !c.Aside {
			break
		}
	}
	return all
}

// MaskedEnd returns the end of the masked range that contains offset or ends there. ok is false if
// offset is not masked.
func (m *Manuscript) MaskedEnd(offset int) (at int, ok bool) {
	at = offset
	for _, s := range m.Masked {
		if s.Start < at && at <= s.End {
			at, ok = s.End, true
		}
	}
	return at, ok
}

// InsetAt returns the innermost inset at offset.
func (m *Manuscript) InsetAt(offset int) (found Inset, ok bool) {
	for _, i := range m.Insets {
		if i.Contains(offset) && (!ok || i.End-i.Start <= found.End-found.Start) {
			found, ok = i, true
		}
	}
	return found, ok
}

// AsInset makes m the manuscript of an inset. It copies the style and the bibliographies from whole,
// and refers to whole for layout and context.
func (m *Manuscript) AsInset(whole *Manuscript, inset Inset) *Manuscript {
	m.Title, m.Style, m.Language, m.Bibliographies = whole.Title, whole.Style, whole.Language, whole.Bibliographies
	m.Quotes, m.Emphasis = whole.Quotes, whole.Emphasis
	m.Outer, m.inset = whole, inset
	return m
}

// TakesOnlyMarks reports whether citation marks, but not sentences, can be inserted in m.
func (m *Manuscript) TakesOnlyMarks() bool { return m.Outer != nil && m.inset.Kind == Table }

// KeyAt returns the citation key at offset.
func (m *Manuscript) KeyAt(offset int) (CiteKey, bool) {
	c, _ := m.CitationAt(offset)
	return c.KeyAt(offset)
}

// KeyAt returns the key at offset.
func (c Citation) KeyAt(offset int) (CiteKey, bool) {
	return find(c.Keys, func(k CiteKey) bool { return k.Contains(offset) })
}

// KeysIn returns the keys within a span.
func (c Citation) KeysIn(span Span) (keys []CiteKey) {
	for _, k := range c.Keys {
		if span.Start <= k.Start && k.End <= span.End {
			keys = append(keys, k)
		}
	}
	return keys
}

// IsMasked reports whether no sentence can be inserted at offset.
func (m *Manuscript) IsMasked(offset int) bool {
	return slices.ContainsFunc(m.Masked, func(s Span) bool { return s.Start < offset && offset < s.End })
}

// IsCode reports whether the character before offset is in a range without citations.
func (m *Manuscript) IsCode(offset int) bool {
	return slices.ContainsFunc(m.Code, func(s Span) bool { return s.Start < offset && offset <= s.End })
}

// KeysNamed returns the ranges of the cited keys for which matches returns true.
func (m *Manuscript) KeysNamed(matches func(name string) bool) (all []Span) {
	for _, c := range m.Citations {
		for _, k := range c.Keys {
			if matches(k.Name) {
				all = append(all, k.Span)
			}
		}
	}
	return all
}

// CitedKeys returns the distinct keys of all citations, in order of their first citation.
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

// CitationsIn returns the citations within a span.
func (m *Manuscript) CitationsIn(span Span) (all []Citation) {
	for _, c := range m.Citations {
		if c.Start >= span.Start && c.End <= span.End {
			all = append(all, c)
		}
	}
	return all
}

// InsertionPoint returns the offset at which to insert a sentence: after the sentence at offset, or
// offset itself if no sentence is there.
func (m *Manuscript) InsertionPoint(offset int) int {
	if s, ok := m.SentenceAt(offset); ok {
		return m.endOfWriting(s)
	}
	return offset
}

// KeysIn returns the keys cited within a span.
func (m *Manuscript) KeysIn(span Span) (keys []string) {
	for _, c := range m.CitationsIn(span) {
		for _, k := range c.Keys {
			keys = append(keys, k.Name)
		}
	}
	return keys
}

// SentencesIn returns the sentences that overlap a span.
func (m *Manuscript) SentencesIn(span Span) (all []Sentence) {
	for i := max(0, m.sentenceBefore(span.Start+1)); i < len(m.Sentences) && m.Sentences[i].Start < span.End; i++ {
		if m.Sentences[i].End > span.Start {
			all = append(all, m.Sentences[i])
		}
	}
	return all
}
