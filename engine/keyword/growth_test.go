package keyword

import (
	"strings"
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

func TestDeepNestingIsRead(t *testing.T) {
	for _, unit := range []string{"(", "-", "- ", `"`, "[", "author: ", "-author: "} {
		e, _ := Parse(strings.Repeat(unit, 1<<20))
		Positive(e)
	}
}
