package doc

import "strings"

// A Scanner is the markup-independent part of a scanner.
type Scanner struct {
	Text  string
	At    int // offset to read next
	Out   Builder
	Marks Finder

	brackets Pairs
}

// NewScanner returns a Scanner that starts at an offset of a text.
func NewScanner(text string, at int) Scanner {
	return Scanner{Text: text, At: at, Marks: Finder{text: text}}
}

// Prose adds running text that represents the next n bytes of the source.
func (s *Scanner) Prose(clean string, n int) {
	s.Out.Prose(clean, s.At, s.At+n)
	s.At += n
}

// Code skips the text up to end and marks it as free of citations.
func (s *Scanner) Code(end int) {
	s.Out.Code(s.At, end)
	s.At = end
}

// Inline reads prose up to the end of the line by calling span. Markup opened on the line may end
// on a later one.
func (s *Scanner) Inline(end int, span func()) {
	for s.At < end {
		span()
		if s.At > end {
			end = s.LineEnd(s.At)
		}
	}
	if s.At == end && end < len(s.Text) {
		s.Prose("\n", 1)
	}
}

// Until returns the offset of the first of the given characters at or after from, or the length of
// the text.
func (s *Scanner) Until(from int, characters string) int {
	if n := strings.IndexAny(s.Text[from:], characters); n >= 0 {
		return from + n
	}
	return len(s.Text)
}

// LineEnd returns the end of the line at an offset, before its "\n".
func (s *Scanner) LineEnd(from int) int { return s.Marks.Index("\n", from) }

// NextLine returns the start of the line after the one that ends at end.
func (s *Scanner) NextLine(end int) int { return min(end+1, len(s.Text)) }

// BlankLine returns the offset of the first blank line after an offset.
func (s *Scanner) BlankLine(from int) int {
	return min(s.Marks.Index("\n\n", from), s.Marks.Index("\n\r\n", from))
}

// MaxSpan is the maximum distance between an opening mark and its closing mark, in bytes. If the
// closing mark is farther away, the user has probably not typed it yet.
const MaxSpan = 4000

// ParagraphEnd returns the end of the paragraph, or from plus the maximum length of a span if that
// is less.
func (s *Scanner) ParagraphEnd(from int) int {
	return min(s.BlankLine(from), from+MaxSpan, len(s.Text))
}

// ClosingBracket returns the offset of the square bracket that closes the one at from.
func (s *Scanner) ClosingBracket(from int) (at int, ok bool) {
	at = s.brackets.Of(from, s.ParagraphEnd(from), func(at int) (Bracket, int) {
		switch s.Text[at] {
		case '[':
			return Opening, at + 1
		case ']':
			return Closing, at + 1
		}
		return NoBracket, at + 1
	})
	return at, at >= 0
}
