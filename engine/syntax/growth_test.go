package syntax

import (
	"testing"

	"github.com/scilit-lsp/scilit-lsp/internal/growth"
)

func TestGrowthOfSentences(t *testing.T) {
	seeds := append(growth.Repeat("a ", "(", "$", "$a ", "'t", "a.", "1,000", "www.", "re-", "was ", "and ", "\xff", "°C", " "),
		growth.Text...)
	growth.Linear(t, seeds, func(text string) {
		tree := Parse(text)
		tree.Clauses()
	})
}
