package workspace

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// Each fixture contains a passage between two cursors. want contains the passage in the document's
// quotation marks. The scanner must report it as quoted, or the marks must be printed.
func TestPassagesAreQuotedInTheMarksOfTheirDocument(t *testing.T) {
	preamble := func(packages string) string { return `\documentclass{article}` + packages + "\n\\begin{document}\n" }
	german := `\usepackage[ngerman]{babel}`
	french := `\usepackage[french]{babel}`
	for _, test := range []struct{ name, before, want string }{
		{"a.tex", preamble(`\usepackage{graphicx}`), "``|a passage''"},
		{"a.tex", preamble(`\usepackage{csquotes}` + german), `\enquote{|a passage}`},
		{"a.tex", preamble(german), `\glqq{}|a passage\grqq{}`},
		{"a.tex", preamble(german) + "„Ja“ ", "„|a passage“"},
		{"a.tex", preamble(`\usepackage{polyglossia}\setdefaultlanguage{german}`), "„|a passage“"},
		{"a.tex", preamble(french), `\og{}|a passage\fg{}`},
		{"a.tex", preamble(`\usepackage{polyglossia}\setmainlanguage{french}`), "«~|a passage~»"},
		{"a.tex", "", "``|a passage''"},
		{"a.md", "", "“|a passage”"},
		{"a.md", "He said \"yes\".\n\n", `"|a passage"`},
		{"a.qmd", "---\nlang: de-AT\n---\n", "„|a passage“"},
		{"a.md", "---\nlang: fr\n---\n", "«\u00a0|a passage\u00a0»"},
		{"a.org", "#+language: de\n", "„|a passage“"},
		{"a.org", "Say \"yes\".\n\n", `"|a passage"`},
		{"a.typ", "#set text(lang: \"de\")\n", "„|a passage“"},
		{"a.typ", "Quote #quote[this].\n\n", "#quote[|a passage]"},
	} {
		d := NewDocument(doc.NewSnapshot("file:///"+test.name, "", 0, test.before+"See a passage here."))
		got := New().QuotesOf(t.Context(), d).Around("a passage")
		if want := strings.ReplaceAll(test.want, "|", ""); got != want {
			t.Errorf("%s: %q: %s, want %s", test.name, test.before, got, want)
			continue
		}
		m := MarkupOf(test.name, "").Scan(test.before + "See " + got + " here.")
		prose := m.Prose[len(m.Prose)-1]
		at := strings.Index(prose.Text, "a passage")
		if at < 0 || len(m.Quoted) == 0 && !strings.ContainsAny(prose.Text[:at], `“„«"`) {
			t.Errorf("%s: %q is no quotation: %v", test.name, prose.Text, m.Quoted)
		}
	}
}

func TestAFileWithoutPackagesHasTheQuotationMarksOfItsRoot(t *testing.T) {
	dir := t.TempDir()
	root := filepath.Join(dir, "main.tex")
	text := `\documentclass{article}\usepackage{csquotes}\begin{document}\input{part}\end{document}`
	if err := os.WriteFile(root, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	part := NewDocument(doc.NewSnapshot(URIOf(filepath.Join(dir, "part.tex")), "", 0, "Text."))
	if got := New().QuotesOf(t.Context(), part); got.Open != `\enquote{` {
		t.Error(got)
	}
}

func TestQuotedRanges(t *testing.T) {
	for name, fixtures := range map[string][]string{
		"a.tex": {`See |\enquote{this}| now.`, "A.\n\n|\\begin{quote}\nB.\n\\end{quote}|\nC.", `\emph{no}`},
		"a.md":  {"A.\n\n|> B is.|\n\nC.", "A > b."},
		"a.org": {"A.\n|#+begin_quote\nB.\n#+end_quote|\nC.", "#+begin_center\nB.\n#+end_center\n", "#+begin_quote\nopen"},
		"a.typ": {"A #quote[|B]| C.", "#quote(block: true)[|B]| C.", "#emph[no]"},
	} {
		for _, fixture := range fixtures {
			parts := strings.Split(fixture, "|")
			m := MarkupOf(name, "").Scan(strings.Join(parts, ""))
			switch {
			case len(parts) == 1 && len(m.Quoted) > 0, len(parts) == 3 && len(m.Quoted) != 1:
				t.Errorf("%s: %v", fixture, m.Quoted)
			case len(parts) == 3 && m.Quoted[0] != doc.Span{Start: len(parts[0]), End: len(parts[0] + parts[1])}:
				t.Errorf("%s: %v", fixture, m.Quoted)
			}
		}
	}
}
