package doc_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// plainPosition counts from the start of the line, according to the protocol's
// definition of positions.
func plainPosition(text string, offset int, e doc.Encoding) doc.Position {
	start := strings.LastIndexByte(text[:offset], '\n') + 1
	p := doc.Position{Line: uint32(strings.Count(text[:start], "\n"))}
	for at := start; at < offset; {
		r, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case e == doc.UTF8:
			p.Character += uint32(size)
		case e == doc.UTF16 && r > 0xFFFF:
			p.Character += 2
		default:
			p.Character++
		}
		at += size
	}
	return p
}

func TestPositionsInLongLines(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	var starts []int // offsets at which characters start
	for _, length := range []int{100_000, 10, 9_000, 0, 50_000} {
		for range length {
			starts = append(starts, b.Len())
			b.WriteString([]string{"a", "é", "語", "\U0001D11E", "\xff", "z"}[r.IntN(6)])
		}
		b.WriteByte('\n')
	}
	text := b.String()
	s := doc.NewSnapshot("", "", 0, text)
	for _, e := range []doc.Encoding{doc.UTF8, doc.UTF16, doc.UTF32} {
		for range 100 {
			offset := starts[r.IntN(len(starts))]
			want := plainPosition(text, offset, e)
			if got := s.Position(offset, e); got != want {
				t.Fatalf("encoding %d: %d is at %v, want %v", e, offset, got, want)
			}
			if got := s.Offset(want, e); got != offset {
				t.Fatalf("encoding %d: %v is %d, want %d", e, want, got, offset)
			}
		}
		if got := s.Offset(doc.Position{Character: 1 << 30}, e); text[got] != '\n' || strings.Contains(text[:got], "\n") {
			t.Errorf("encoding %d: beyond the end of the line is %d", e, got)
		}
	}
}
