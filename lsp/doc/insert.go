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

// pushesOut reports whether the text after the insertion would make the line too long. In that
// case, that text starts a new line and the blank before it goes before the new sentence. A comment
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
	insert = end + indent + wrap(
		strings.Join(sentences, separator), layout.Width, utf8.RuneCountInString(indent), end+indent,
	)
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
