package markdown

import (
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/internal/growth"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

func seeds() []growth.Seed {
	nested := strings.Repeat("]", 40_000)
	all := append(growth.Text, growth.Seed{Unit: "[", After: nested}, growth.Seed{Unit: "[a@.", After: nested}, growth.Seed{Unit: "[[@a](", After: nested}, growth.Seed{Unit: "^[", After: nested})
	return append(all, growth.Repeat(
		"$$a\n", "$$a$", "$$\n\n", "<!--a-->", "<!-- a\n\n", "a <!--", "[@a](", "[@a]", "^[@a]", "[^a] ", "[^a]: b\n", "![@a](b)", "![a] ", "](a ", "[[", "@{a}", "@{a\n", "a@{", "@a:", "@fig-a ", "@a.b.c ", "`@a` ", "``a` ", "\\`", "1. ", "1) a\n", "- a\n", "> - 1. ", "# a\n", "# @{", "|@{", "| `", "|a@", "a|b\n", "__a", "a_b_", "~~~a\n", "````\n```\n", "<a\n", "< ", "<1", "$1", "$a$1", "\\$", "a\nb\n\n", "\ta\n", "    a\n", "$\n$", "$$\n$$ ", "\r\n\r\n", "- `", "@{a\r\n\r\n", "^[a ", "`` ` ``` ", "[@.", "- [^a ", "$ a$1", "<!-- `", "\\begin{figure}\n", "\\begin{figure}\n\\end{figure}\n", "\\label{a} ", "\\emph{a} ",
		"\\emph{", "{{<", "{{< a >}}", "{{< a >}}\n", "{{< a\n\n", "{{{<", "{{{< a >}}}", "{{{< a >}}", "# {{< a\n", "::: {\n", "::: {.a}\n",
		"::: {.a\n.b\n", ".a\n::: {\"", "::: a\nb\n", "> ::: {.a}\n", ":::{a} @b\n")...)
}

func TestGrowthOfScan(t *testing.T) {
	growth.Linear(t, seeds(), func(s string) { Scan(s) })
}

func TestGrowthOfScanInFrontMatter(t *testing.T) {
	lists := growth.Within("---\nbibliography:\n", growth.Repeat("- a\n", "- 'a'\n", "- \n", "- [a, b]\n"), "\n---\n")
	lists = append(lists, growth.Within("---\n", growth.Repeat("bibliography: a\n", "nocite: '@a'\n", "title: a\n"), "\n---\n")...)
	lists = append(lists, growth.Within("---\n", growth.Text, "\n---\n")...)
	lists = append(lists, growth.Within("---\nbibliography: a\nnocite: |\n  ", growth.Text, "\n---\n")...)
	growth.Linear(t, lists, func(s string) { Scan(s) })
}

func TestGrowthOfAnswers(t *testing.T) {
	growth.Linear(t, seeds(), func(s string) {
		m := Scan(s)
		for _, at := range []int{0, len(s) / 2, len(s)} {
			Typing(s, m, at)
			InsertMark(s, m, at, doc.Mark{Keys: []string{"key"}})
			doc.InsertSentence(s, m, at, "A sentence.")
			doc.InsertParagraph(s, m, at, true, []string{"A sentence.", "Another."})
			m.ContextBefore(at, 5)
			m.DirectiveFor(at)
		}
		_ = m.Check(s)
		Escape(s)
	})
}

func TestDeepNestingIsRead(t *testing.T) {
	const deep = 1 << 20
	for _, s := range []string{strings.Repeat("[", deep), strings.Repeat("> ", deep), strings.Repeat("- ", deep), strings.Repeat("^[", deep), "---\na: " + strings.Repeat("[", deep) + "\n---\n", "---\na: " + strings.Repeat("{a: ", deep) + "\n---\n"} {
		if err := Scan(s).Check(s); err != nil {
			t.Error(err)
		}
	}
}
