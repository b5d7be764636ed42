package typst

import (
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/internal/growth"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

func seeds() []growth.Seed {
	all := append(growth.Text,
		growth.Seed{Unit: "#f(", After: strings.Repeat(")", 40_000)}, growth.Seed{Unit: "#f[", After: strings.Repeat("]", 40_000)},
		growth.Seed{Unit: "[\n", After: strings.Repeat("= a\n", 40_000)}, growth.Seed{Unit: "#{[", After: strings.Repeat("]}", 40_000)})
	return append(all, growth.Repeat(
		"@a", "@a[", "@a[b]", "@a.", "#cite(<a>)", "#cite(<a", "#cite(", "#cite(<a>,", "#cite(label(\"a\"))", "<a", "<a>", "<a> ", "#a", "#a.a", ".a", "#a.", "#a(", "#a()", "#a[", "#a[]", "#a[\n\n", "#{", "#(", "#[", "#\"", "#\"a\"",
		"#let a = ", "#let a = [\n", "#let a = {\n", "#set text(\n\n", "#show: a\n", "#if a [b] else [c]\n", "#include \"a\"\n", "#bibliography(\"a.bib\")", "#f(title: [a])", "= a\n", "= #f(\n", "= [\n", "[\n= a\n", "- #f(a\n", "+ a\n", "/ a: b\n",
		"// a\n", "//", "/* a", "/* a */", "http://", "https://a ", "`a` ", "```a", "``` a ```", "$a", "$ a $", "\\$", "\\u{1}", "*a", "_a", "a*b", "a]", "]\n", ";", "\"a", "#f(\"a", "#f(<a", "h", "--", "---", "\r\n\r\n")...)
}

func TestGrowthOfScan(t *testing.T) {
	growth.Linear(t, seeds(), func(s string) { Scan(s) })
}

func TestGrowthOfScanInCode(t *testing.T) {
	growth.Linear(t, growth.Within("#f(\n", growth.Text, "\n)"), func(s string) { Scan(s) })
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

func TestDeepNestingIsRead(t *testing.T) {
	const deep = 1 << 18
	for _, unit := range []string{"[", "#f(", "#f[", "#{", "#a.", ".a", "#[", "= "} {
		s := "#a" + strings.Repeat(unit, deep)
		if err := Scan(s).Check(s); err != nil {
			t.Error(err)
		}
	}
}
