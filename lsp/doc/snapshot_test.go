package doc

import (
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

// naiveOffset counts from the start of the text.
func naiveOffset(text string, p Position, e Encoding) int {
	at := 0
	for line := uint32(0); line < p.Line; line++ {
		i := strings.IndexAny(text[at:], "\r\n")
		if i < 0 {
			return len(text)
		}
		at += i + 1
		if text[at-1] == '\r' && strings.HasPrefix(text[at:], "\n") {
			at++
		}
	}
	for units := 0; at < len(text) && text[at] != '\n' && text[at] != '\r'; {
		r, size := utf8.DecodeRuneInString(text[at:])
		switch e {
		case UTF8:
			units += size
		case UTF16:
			units += max(1, utf16.RuneLen(r))
		default:
			units++
		}
		if units > int(p.Character) {
			break
		}
		at += size
	}
	return at
}

func FuzzApply(f *testing.F) {
	f.Add("a😀b\r\nc\rd\n", "x\ny", uint32(0), uint32(2), uint32(1), uint32(0), 0)
	f.Add("\r", "\n", uint32(1), uint32(0), uint32(1), uint32(0), 1)
	f.Add("日本\n語", "", uint32(0), uint32(1), uint32(9), uint32(9), 2)
	f.Fuzz(func(t *testing.T, text, insert string, l1, c1, l2, c2 uint32, encoding int) {
		e := Encoding(uint(encoding) % 3)
		s := NewSnapshot("file:///a.tex", "latex", 1, text)
		r := Range{Position{l1, c1}, Position{l2, c2}}
		start, end := naiveOffset(text, r.Start, e), naiveOffset(text, r.End, e)
		if got := s.Offset(r.Start, e); got != start {
			t.Fatalf("offset of %v in %q: %d, want %d", r.Start, text, got, start)
		}
		if end < start {
			start, end = end, start
		}
		next := s.Apply([]Change{{&r, insert}}, 2, e)
		if want := text[:start] + insert + text[end:]; next.Text != want {
			t.Fatalf("got %q, want %q", next.Text, want)
		}
		fresh := NewSnapshot("", "", 0, next.Text)
		if len(fresh.lines) != len(next.lines) {
			t.Fatalf("lines of %q: %v, want %v", next.Text, next.lines, fresh.lines)
		}
		for offset := range len(next.Text) + 1 {
			p := next.Position(offset, e)
			if p != fresh.Position(offset, e) {
				t.Fatalf("position of %d in %q: %v", offset, next.Text, p)
			}
		}
	})
}

func TestPositionsBehindEmojiAndCJK(t *testing.T) {
	s := NewSnapshot("", "", 1, "日本 😀 max pooling\r\nsecond")
	at := strings.Index(s.Text, "max")
	for e, want := range map[Encoding]uint32{UTF8: 12, UTF16: 6, UTF32: 5} {
		if got := s.Position(at, e); got != (Position{0, want}) {
			t.Errorf("encoding %d: %v, want column %d", e, got, want)
		}
		if got := s.Offset(Position{0, want}, e); got != at {
			t.Errorf("encoding %d: offset %d, want %d", e, got, at)
		}
		if got := s.Offset(Position{0, 999}, e); s.Text[got:got+2] != "\r\n" {
			t.Errorf("encoding %d: a column beyond the line is at %d", e, got)
		}
	}
}

func BenchmarkApplyToAMegabyte(b *testing.B) {
	s := NewSnapshot("", "", 1, strings.Repeat("Max pooling performs worse than mean pooling, as é shows.\n", 18000))
	r := Range{Position{9000, 10}, Position{9000, 10}}
	for b.Loop() {
		s.Apply([]Change{{&r, "x"}}, 2, UTF16)
	}
}
