package doc

import (
	"strings"
	"unicode/utf8"
)

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
	for _, s := range m.Sentences {
		if s.Paragraph == paragraph && s.Start < offset {
			return true
		}
	}
	return false
}
