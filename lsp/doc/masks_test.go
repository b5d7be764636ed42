package doc_test

import (
	"testing"

	"github.com/scilit-lsp/scilit-lsp/internal/growth"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc/latex"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc/markdown"
)

// A paragraph may have any number of formulas, comments and code spans next to line breaks.
func TestGrowthOfInsertionsAmongMasksInLaTeX(t *testing.T) {
	linearAmongMasks(t, latex.Scan, "a $b$\n", "a \\(b\\)\n", "a $b$ % c\n", "a %\n$b$\n", "a $b$.\n", "A $b$. \n", "$b$ \n",
		"a\n\\[b\\]\n", "a \\verb|b|\n$c$ ")
}

func TestGrowthOfInsertionsAmongMasksInMarkdown(t *testing.T) {
	linearAmongMasks(t, markdown.Scan, "a $b$\n", "a `b`\n$c$ ", "a <!--b-->\n$c$ ", "a $b$.\n", "A $b$. \n", "$b$ \n",
		"a\n$$b$$\n", "a ![b](c)\n")
}

func linearAmongMasks(t *testing.T, scan func(string) *doc.Manuscript, units ...string) {
	t.Helper()
	seeds := growth.Within("A sentence $b$\n", growth.Repeat(units...), " ends. Another.")
	growth.Linear(t, seeds, func(s string) {
		m := scan(s)
		for _, at := range []int{0, len(s) / 2, len(s)} {
			doc.InsertSentence(s, m, at, "A sentence.")
			doc.Rewrap(s, m, at, "A sentence.")
		}
	})
}
