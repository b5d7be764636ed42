package doc

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// LineEnd returns the line ending that the first line uses.
func LineEnd(text string) string {
	if i := strings.IndexByte(text, '\n'); i > 0 && text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// A Layout describes how a document breaks lines.
type Layout struct {
	Width           int  // maximum line length in characters; 0 if lines are not wrapped
	SentencePerLine bool // each sentence starts on a new line
}

// Layout infers from all paragraphs how the document breaks lines. SentencePerLine tolerates one
// sentence in ten that continues a line. Width is 0 if fewer than one sentence in ten is broken
// over lines.
func (m *Manuscript) Layout(text string) Layout {
	if m.Outer != nil {
		return Layout{Width: m.Outer.Layout(text).Width}
	}
	var wrapped lineLengths
	starts, breaks := 0, 0
	for i, s := range m.Sentences {
		if strings.Contains(text[s.Start:s.End], "\n") {
			wrapped.add(text[s.Start:s.End], columnOf(text, s.Start))
		}
		if i > 0 && m.Sentences[i-1].Paragraph == s.Paragraph {
			starts++
			if strings.Contains(text[m.Sentences[i-1].End:s.Start], "\n") {
				breaks++
			}
		}
	}
	if starts > 0 && breaks*10 >= starts*9 && len(wrapped)*2 < len(m.Sentences) {
		return Layout{SentencePerLine: true}
	}
	if len(wrapped)*10 < len(m.Sentences) {
		return Layout{}
	}
	return Layout{Width: wrapped.width()}
}

// layoutAt returns the layout for the paragraph at offset. This is the document's layout, or the
// zero layout if the paragraph is one long line.
func (m *Manuscript) layoutAt(text string, offset int) Layout {
	layout := m.Layout(text)
	i := m.ParagraphAt(offset)
	if i < 0 || !m.isOneLine(text, i) {
		return layout
	}
	line := lineBefore(text, offset) + lineAfter(text, offset)
	if layout.SentencePerLine || utf8.RuneCountInString(strings.TrimRight(line, " \r")) > layout.Width {
		return Layout{}
	}
	return layout
}

// isOneLine reports whether the running text of a paragraph has no line break. For a paragraph of a
// single sentence, it returns false if the document has one sentence per line.
func (m *Manuscript) isOneLine(text string, paragraph int) bool {
	sentences := 0
	for i, s := range m.Sentences {
		if s.Paragraph != paragraph {
			continue
		}
		sentences++
		if m.breaksLine(text, s.Span) || sentences > 1 && m.breaksLine(text, Span{m.Sentences[i-1].End, s.Start}) {
			return false
		}
	}
	return sentences > 1 || sentences == 1 && !m.Layout(text).SentencePerLine
}

// breaksLine reports whether a span contains a line break that is neither in a formula nor next to
// one.
func (m *Manuscript) breaksLine(text string, s Span) bool {
	for at := s.Start; at < s.End; at++ {
		i := strings.IndexByte(text[at:s.End], '\n')
		if i < 0 {
			return false
		}
		at += i
		next := at + len(text[at:s.End]) - len(strings.TrimLeft(text[at:s.End], " \t\r\n"))
		isFormula := func(masked Span) bool { return masked.Start <= next && at <= masked.End && !m.IsCode(masked.End) }
		if !slices.ContainsFunc(m.Masked, isFormula) {
			return true
		}
	}
	return false
}

// lineLengths are the lengths of the lines that end within a sentence.
type lineLengths []int

func (w *lineLengths) add(sentence string, column int) {
	for line := range strings.Lines(sentence) {
		if bare, ends := strings.CutSuffix(line, "\n"); ends {
			*w = append(*w, column+utf8.RuneCountInString(strings.TrimRight(bare, "\r ")))
		}
		column = 0
	}
}

// width returns the maximum line length, rounded up to a common value since lines are seldom full.
// Up to a tenth of the lines may be longer, since authors edit lines without rewrapping them.
func (w lineLengths) width() int {
	n := len(w)
	if n == 0 {
		return 0
	}
	slices.Sort(w)
	longest := w[n-1-n/10]
	for _, usual := range []int{60, 65, 70, 72, 76, 78, 79, 80, 90, 100, 110, 120} {
		if longest <= usual {
			return usual
		}
	}
	return longest
}

// columnOf returns the number of characters before offset on its line.
func columnOf(text string, offset int) int {
	return utf8.RuneCountInString(lineBefore(text, offset))
}

// wrap breaks s at spaces into lines of at most width characters. The first line starts at column.
func wrap(s string, width, column int, lineEnd string) string {
	if width == 0 {
		return s
	}
	var b strings.Builder
	indent := utf8.RuneCountInString(strings.TrimLeft(lineEnd, "\r\n"))
	for i, word := range unbreakable(s) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+1+n > width:
			b.WriteString(lineEnd)
			column = indent
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	return b.String()
}

// unbreakable splits s at spaces, except within braces and brackets, which may contain the
// arguments of a citation.
func unbreakable(s string) []string {
	var words []string
	start, depth := 0, 0
	for i := range len(s) {
		switch s[i] {
		case '{', '[':
			depth++
		case '}', ']':
			depth = max(0, depth-1)
		case ' ':
			if depth == 0 {
				words = append(words, s[start:i])
				start = i + 1
			}
		}
	}
	return append(words, s[start:])
}
