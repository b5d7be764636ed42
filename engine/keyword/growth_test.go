package keyword

import (
	"testing"

	"github.com/scilit-lsp/scilit-lsp/internal/growth"
)

func TestGrowth(t *testing.T) {
	growth.Linear(t, growth.Text, func(s string) {
		e, _ := Parse(s)
		Positive(e)
		Intent(s)
	})
}
