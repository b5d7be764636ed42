package doc

import (
	"unicode/utf8"
)

// A Position is a zero-based line, and a character in it in units of an Encoding.
type Position struct{ Line, Character uint32 }

// A Range is half-open.
type Range struct{ Start, End Position }

// An Encoding says what a character of a Position is.
type Encoding int

// The encodings that LSP knows.
const (
	UTF16 Encoding = iota // what editors speak where nothing else was agreed
	UTF8
	UTF32
)

// width is how many characters r is.
func (e Encoding) width(r rune, size int) int {
	switch {
	case e == UTF8:
		return size
	case e == UTF16 && r > 0xFFFF:
		return 2
	}
	return 1
}

// Offset is the byte offset of a position. A character beyond the end of its
// line means the end, a line beyond the last one the end of the text, and a
// position inside a character its start.
func (s *Snapshot) Offset(p Position, e Encoding) int {
	if int(p.Line) >= len(s.lines) {
		return len(s.Text)
	}
	start := s.lines[p.Line]
	line := s.line(int(p.Line))
	if e == UTF8 && int(p.Character) >= len(line) {
		return start + len(line)
	}
	at, units := 0, 0
	if int(p.Character) > longLine {
		mark, before := s.markBefore(start, start+len(line), int(p.Character), e)
		at, units = mark-start, before
	}
	for at < len(line) {
		r, size := utf8.DecodeRuneInString(line[at:])
		if units += e.width(r, size); units > int(p.Character) {
			break
		}
		at += size
	}
	return start + at
}

// Position is the position of a byte offset, which may be the end of the text.
func (s *Snapshot) Position(offset int, e Encoding) Position {
	offset = min(max(offset, 0), len(s.Text))
	n := s.lineAt(offset)
	start := s.lines[n]
	if offset-start > longLine {
		return Position{Line: uint32(n), Character: uint32(s.unitsBefore(offset, e) - s.unitsBefore(start, e))}
	}
	return Position{Line: uint32(n), Character: uint32(countUnits(s.Text[start:], offset-start, e))}
}

// Range is the range of a span.
func (s *Snapshot) Range(span Span, e Encoding) Range {
	return Range{s.Position(span.Start, e), s.Position(span.End, e)}
}
