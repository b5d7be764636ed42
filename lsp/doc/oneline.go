package doc

import (
	"sort"
	"strings"
)

// isOneLine reports whether the running text of a paragraph has no line break. For a paragraph of a
// single sentence, it returns false if the document has one sentence per line.
func (m *Manuscript) isOneLine(text string, paragraph int) bool {
	sentences := 0
	formulas := m.formulas()
	for i, s := range m.Sentences {
		if s.Paragraph != paragraph {
			continue
		}
		sentences++
		if breaksLine(text, s.Span, formulas) ||
			sentences > 1 && breaksLine(text, Span{m.Sentences[i-1].End, s.Start}, formulas) {
			return false
		}
	}
	return sentences > 1 || sentences == 1 && !m.Layout(text).SentencePerLine
}

// breaksLine reports whether a span contains a line break that is neither in a formula nor next to
// one. Blank lines count as one line break. It reads the span once, and searches formulas once per
// line break.
func breaksLine(text string, s Span, formulas []Span) bool {
	for at := s.Start; at < s.End; {
		i := strings.IndexByte(text[at:s.End], '\n')
		if i < 0 {
			return false
		}
		at += i
		next := s.End - len(strings.TrimLeft(text[at:s.End], " \t\r\n"))
		last := at + strings.LastIndexByte(text[at:next], '\n')
		if !touches(formulas, Span{last, next}) {
			return true
		}
		at = next
	}
	return false
}

// touches reports whether a span overlaps or touches one of the spans in sorted, which are in order
// and do not overlap.
func touches(sorted []Span, s Span) bool {
	i := sort.Search(len(sorted), func(i int) bool { return sorted[i].End >= s.Start })
	return i < len(sorted) && sorted[i].Start <= s.End
}

// formulas returns the masked ranges that do not end in code, in order. It merges ranges that
// overlap or touch.
func (m *Manuscript) formulas() (merged []Span) {
	reach := make([]int, len(m.Code)+1) // reach[i] is the maximum end of the first i ranges of code
	for i, c := range m.Code {
		reach[i+1] = max(reach[i], c.End)
	}
	for _, s := range m.Masked {
		before := sort.Search(len(m.Code), func(i int) bool { return m.Code[i].Start >= s.End })
		if reach[before] >= s.End && before > 0 {
			continue
		}
		if n := len(merged); n > 0 && s.Start <= merged[n-1].End {
			merged[n-1].End = max(merged[n-1].End, s.End)
			continue
		}
		merged = append(merged, s)
	}
	return merged
}
