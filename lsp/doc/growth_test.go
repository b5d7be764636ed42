package doc

import (
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
