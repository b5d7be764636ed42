package doc

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// LineEnd is the line end that the text uses: that of its first line.
func LineEnd(text string) string {
	if i := strings.IndexByte(text, '\n'); i > 0 && text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// A Layout is how the lines of a document are broken.
type Layout struct {
	Width           int  // longest line in characters, 0 where lines are not wrapped
	SentencePerLine bool // each sentence starts on a line of its own
}

// Layout guesses how the running text is broken, from all of its paragraphs.
// One sentence in ten may follow another on its line.
func (m *Manuscript) Layout(text string) Layout {
	if m.Outer != nil {
		return Layout{Width: m.Outer.Layout(text).Width}
	}
	var wrapped wrapCount
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
	if starts > 0 && breaks*10 >= starts*9 && len(wrapped.lengths)*2 < len(m.Sentences) {
		return Layout{SentencePerLine: true}
	}
	return Layout{Width: wrapped.width()}
}

// A wrapCount looks at the lines that end inside a sentence.
type wrapCount struct {
	lengths []int
}

func (w *wrapCount) add(sentence string, column int) {
	for {
		i := strings.IndexByte(sentence, '\n')
		if i < 0 {
			return
		}
		w.lengths = append(w.lengths, column+utf8.RuneCountInString(strings.TrimRight(sentence[:i], "\r ")))
		sentence, column = sentence[i+1:], 0
	}
}

// width rounds up to where editors wrap: a line is seldom quite full. A tenth of
// the lines may be longer, since authors edit lines without wrapping them again.
func (w *wrapCount) width() int {
	n := len(w.lengths)
	if n == 0 {
		return 0
	}
	slices.Sort(w.lengths)
	longest := w.lengths[n-1-n/10]
	for _, usual := range []int{60, 65, 70, 72, 76, 78, 79, 80, 90, 100, 110, 120} {
		if longest <= usual {
			return usual
		}
	}
	return longest
}

// columnOf is the number of characters before offset on its line.
func columnOf(text string, offset int) int {
	return utf8.RuneCountInString(text[strings.LastIndexByte(text[:offset], '\n')+1 : offset])
}

// wrap breaks s at spaces so that no line is longer than width, the first one
// beginning at column.
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

// unbreakable splits at spaces, but not inside braces and brackets, where a
// citation's arguments are.
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
