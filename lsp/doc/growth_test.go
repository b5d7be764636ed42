package doc

import (
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/internal/growth"
)

func TestGrowthOfSnapshots(t *testing.T) {
	growth.Linear(t, growth.Text, func(s string) {
		before := NewSnapshot("file:///a.tex", "latex", 1, s)
		end := before.Position(len(s), UTF16)
		after := before.Apply([]Change{{Range: &Range{Start: end, End: end}, Text: s}, {Range: &Range{}, Text: s}}, 2, UTF16)
		after.Offset(after.Position(len(s)/2, UTF16), UTF16)
	})
}

// Editors query many positions in a line of any length.
func TestGrowthOfPositions(t *testing.T) {
	growth.Linear(t, growth.Text, func(s string) {
		snapshot := NewSnapshot("file:///a.tex", "latex", 1, s)
		for at := 0; at < len(s); at += 8 {
			snapshot.Position(at, UTF16)
			snapshot.Position(at, UTF32)
		}
	})
}

func TestPositionsInLongLinesAreThoseOfShortOnes(t *testing.T) {
	for _, unit := range []string{"a", "é", "字a", "😀", "\xff", "e\u0301\r", "a\n", "\xf0\x9f"} {
		s := "first\n" + strings.Repeat(unit, 5000)
		snapshot := NewSnapshot("file:///a.tex", "latex", 1, s)
		for at := 0; at <= len(s); at += 7 {
			for _, e := range []Encoding{UTF8, UTF16, UTF32} {
				start := snapshot.lines[snapshot.lineAt(at)]
				if got, want := snapshot.Position(at, e).Character, e.count(s, start, at); int(got) != want {
					t.Fatalf("%q at %d in encoding %d: %d, want %d", unit, at, e, got, want)
				}
			}
		}
	}
}
