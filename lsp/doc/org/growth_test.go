package org

import (
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/internal/growth"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

func seeds() []growth.Seed {
	nested := strings.Repeat("]", 40_000)
	all := append(growth.Text, growth.Seed{Unit: "[", After: nested}, growth.Seed{Unit: "[cite:@a", After: nested}, growth.Seed{Unit: "[fn::", After: nested})
	return append(all, growth.Repeat(
		"[cite:", "[cite:@a]", "[cite:@a;", "[cite/t:", "[cite/", "[fn:", "[fn:: ", "[fn:1] ", "[fn:1] a\n", "[[a][b]]", "[[a][", "[[a\n\n", "]]",
		"~a ", "=a ", "~a~ ", " ~", " =a", " *a", "a* ", " /a/", "$a ", " $a$b", "$$a", "\\(", "\\[a\n", "\\a{}", "\\begin{a}\n", "\\end{a}\n", "\\begin{a}\n\\end{b}\n",
		"#+begin_src\n", "#+end_src\n", "#+begin_quote\n", "#+title: a\n", "#+bibliography: a\n", "#+a: [cite:", "# scilit: a\n", "#\n", ":A:\n", ":end:\n", ": a\n", "| [cite:@a]\n", "| [cite:\n",
		"* a\n", "* [cite:\n", "cite:a ", "cite:", "cite:a,", "cite:&a;", "* cite:a\n", "[[cite:", "[[cite:&a ", "[[cite:a]] ", "bibliography:a ", "bibliography:", "a: ", "- [ ] a\n", "1. a\n", "-----\n", "@@a:", "@@comment:a@@", "{{{", "{{{a}}}", "<a", "<<a>>", "<a>>", "DEADLINE: a\n", "\r\n\r\n")...)
}

func TestGrowthOfScan(t *testing.T) {
	growth.Linear(t, seeds(), func(s string) { Scan(s) })
}

func TestGrowthOfAnswers(t *testing.T) {
	growth.Linear(t, seeds(), func(s string) {
		m := Scan(s)
		for _, at := range []int{0, len(s) / 2, len(s)} {
			Typing(s, m, at)
			InsertMark(s, m, at, doc.Mark{Keys: []string{"key"}})
			doc.InsertSentence(s, m, at, "A sentence.")
			m.DirectiveFor(at)
		}
		_ = m.Check(s)
		Escape(s)
	})
}
