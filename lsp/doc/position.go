package doc

import (
	"unicode/utf8"
)

// A Position is a zero-based line and a character offset in units of an Encoding.
type Position struct{ Line, Character uint32 }

// A Range is a half-open range of positions.
type Range struct{ Start, End Position }

// An Encoding is the unit in which a Position counts characters.
type Encoding int

// The encodings defined by LSP.
const (
	UTF16 Encoding = iota // LSP's default
	UTF8
	UTF32
	encodings int = iota
)

func (e Encoding) width(r rune, size int) int {
	switch {
	case e == UTF8:
		return size
	case e == UTF16 && r > 0xFFFF:
		return 2
	}
	return 1
}

// Offset returns the byte offset of a position. It moves a character beyond the end of a line to
// the line's end, a line beyond the last one to the end of the text, and a position inside a
// character to the character's start.
func (s *Snapshot) Offset(p Position, e Encoding) int {
	if int(p.Line) >= len(s.lines) {
		return len(s.Text)
	}
	start := s.lines[p.Line]
	line := s.line(int(p.Line))
	if e == UTF8 && int(p.Character) >= len(line) {
		return start + len(line)
	}
	at := 0
	for units := 0; at < len(line); {
		r, size := utf8.DecodeRuneInString(line[at:])
		if units += e.width(r, size); units > int(p.Character) {
			break
		}
		at += size
	}
	return start + at
}

// Position converts a byte offset, which may be the end of the text, to a position.
func (s *Snapshot) Position(offset int, e Encoding) Position {
	offset = min(max(offset, 0), len(s.Text))
	n := s.lineAt(offset)
	start := s.lines[n]
	if offset-start <= 2*unitBlock {
		return Position{Line: uint32(n), Character: uint32(e.count(s.Text, start, offset))}
	}
	return Position{Line: uint32(n), Character: uint32(s.unitsBefore(offset, e) - s.unitsBefore(start, e))}
}

// count returns the number of units of the characters that start between two offsets.
func (e Encoding) count(text string, at, end int) (units int) {
	for at < end {
		r, size := utf8.DecodeRuneInString(text[at:])
		units += e.width(r, size)
		at += size
	}
	return units
}

// unitBlock is the distance in bytes between cached unit counts. Without the cache, converting
// thousands of positions in a line of several megabytes would be too slow.
const unitBlock = 1 << 10

// A unitMark is the offset of the first character that starts in a block and the number of units
// before it in the text.
type unitMark struct{ at, units int }

func (s *Snapshot) unitsBefore(offset int, e Encoding) int {
	s.unitsOnce[e].Do(func() { s.units[e] = unitMarks(s.Text, e) })
	mark := s.units[e][offset/unitBlock]
	return mark.units + e.count(s.Text, mark.at, offset)
}

func unitMarks(text string, e Encoding) (marks []unitMark) {
	units := 0
	for at := 0; at <= len(text); {
		for len(marks)*unitBlock <= at {
			marks = append(marks, unitMark{at, units})
		}
		r, size := utf8.DecodeRuneInString(text[at:])
		units += e.width(r, size)
		at += max(size, 1)
	}
	return marks
}

// Range converts a span to a range.
func (s *Snapshot) Range(span Span, e Encoding) Range {
	return Range{s.Position(span.Start, e), s.Position(span.End, e)}
}
