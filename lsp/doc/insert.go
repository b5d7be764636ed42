package doc

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// InsertSentence returns the offset at which to insert a sentence for a cursor at offset, and the
// text to insert. The text is separated, wrapped and indented like the document, and uses its line
// endings.
func InsertSentence(text string, m *Manuscript, offset int, sentence string) (at int, insert string) {
	at, ownLine := m.placeOfSentence(text, offset)
	layout := m.layoutAt(text, at)
	lineEnd := LineEnd(text) + indentAt(text, at)
	separator, column := " ", columnOf(text, at)+1
	switch {
	case strings.TrimSpace(lineBefore(text, at)) == "":
		separator, column = "", column-1
	case ownLine, layout.SentencePerLine, layout.Width > 0 && column+firstWord(sentence) > layout.Width:
		separator, column = lineEnd, utf8.RuneCountInString(indentAt(text, at))
	case strings.HasSuffix(text[:at], " ") || strings.HasSuffix(text[:at], "~"):
		separator, column = "", column-1
	}
	insert = m.missingStop(text, offset, at) + separator + wrap(sentence, layout.Width, column, lineEnd)
	if followsGlued(text, at) {
		insert += " "
	}
	if layout.Width > 0 && pushesOut(insert, lineAfter(text, at), column, layout.Width) {
		return at + len(" "), strings.TrimPrefix(insert, " ") + lineEnd
	}
	return at, insert
}

// missingStop returns the full stop that must end the sentence at offset before another sentence
// follows. It returns "" after a displayed formula.
func (m *Manuscript) missingStop(text string, offset, at int) string {
	s, ok := m.SentenceAt(offset)
	if !ok || s.Lacks != LacksStop || m.endOfWriting(s) != at || setApart.MatchString(text[s.Start:at]) {
		return ""
	}
	return "."
}

// setApart matches the end of a displayed formula or another environment.
var setApart = regexp.MustCompile(`(?:\\end\s*\{[^{}]*\}|\\\]|\$\$|[:;,—–])[}*_\s]*$`)

// pushesOut reports whether the text after the insertion would make the line too long. The caller
// then moves that text to a new line, and the blank before it to before the new sentence. A comment
// may stay on the line.
func pushesOut(insert, rest string, column, width int) bool {
	if !strings.HasPrefix(rest, " ") || strings.HasPrefix(rest, " %") || strings.HasPrefix(rest, " <!--") {
		return false
	}
	if i := strings.LastIndexByte(insert, '\n'); i >= 0 {
		insert, column = insert[i+1:], 0
	}
	return column+utf8.RuneCountInString(insert)+utf8.RuneCountInString(strings.TrimRight(rest, " \r")) > width
}

// Rewrap wraps a sentence to be inserted at offset like the rest of the paragraph.
func Rewrap(text string, m *Manuscript, offset int, sentence string) string {
	return wrap(sentence, m.layoutAt(text, offset).Width, columnOf(text, offset), LineEnd(text)+indentAt(text, offset))
}

// placeOfSentence returns the offset at which to insert a sentence for a cursor at offset. On an
// empty line it is offset itself, otherwise the end of the sentence there. ownLine is set after a
// comment, heading or command, which would absorb text on the same line.
func (m *Manuscript) placeOfSentence(text string, offset int) (at int, ownLine bool) {
	if strings.TrimSpace(lineBefore(text, offset)) == "" && strings.TrimSpace(lineAfter(text, offset)) == "" {
		return offset, false
	}
	if s, ok := m.SentenceAt(offset); ok {
		return m.endOfWriting(s), false
	}
	for _, s := range m.Masked {
		if s.Start < offset && offset <= s.End {
			return min(s.End, len(text)), true
		}
	}
	return offset, false
}

func lineBefore(text string, offset int) string {
	return text[strings.LastIndexByte(text[:offset], '\n')+1 : offset]
}

func lineAfter(text string, offset int) string {
	line, _, _ := strings.Cut(text[offset:], "\n")
	return line
}

func followsGlued(text string, at int) bool {
	return at < len(text) && !strings.ContainsAny(text[at:at+1], " \t\r\n}]%")
}

func firstWord(s string) int {
	return utf8.RuneCountInString(unbreakable(s)[0])
}

func indentAt(text string, offset int) string {
	line := lineBefore(text, offset)
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// InsertParagraph returns the offset at which to insert a paragraph below the line at offset, and
// the text to insert. The text is wrapped and indented like the document. A blank line follows it
// if more text follows. If apart is set, a blank line also precedes it.
func InsertParagraph(text string, m *Manuscript, offset int, apart bool, sentences []string) (at int, insert string) {
	at = offset + len(strings.TrimRight(lineAfter(text, offset), "\r"))
	layout, end, indent := m.Layout(text), LineEnd(text), indentAt(text, offset)
	separator := " "
	if layout.SentencePerLine {
		separator = end + indent
	}
	words := strings.Join(sentences, separator)
	insert = end + indent + wrap(words, layout.Width, utf8.RuneCountInString(indent), end+indent)
	if apart {
		insert = end + insert
	}
	if next, found := strings.CutPrefix(text[at:], end); found && strings.TrimSpace(lineAfter(next, 0)) != "" {
		insert += end
	}
	return at, insert
}

// IsRunning reports whether a paragraph has running text before offset.
func (m *Manuscript) IsRunning(paragraph, offset int) bool {
	return slices.ContainsFunc(m.Sentences, func(s Sentence) bool { return s.Paragraph == paragraph && s.Start < offset })
}

// LineEnd returns the first line's line ending.
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
// across lines.
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
