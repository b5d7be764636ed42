package cite

import (
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

func TestAKeyIsTakenOut(t *testing.T) {
	for fixture, want := range map[string]string{
		`It is \citep{a|}.`:                     `It is.`,
		`It is~\citep[see][p. 3]{|a}.`:          `It is.`,
		`It is \citep{a|,b}.`:                   `It is \citep{b}.`,
		`It is \citep{a, b|}.`:                  `It is \citep{a}.`,
		`It is \citep{a, b|, c}.`:               `It is \citep{a, c}.`,
		`It is \parencites[1]{a|}[2]{b}.`:       `It is \parencites[2]{b}.`,
		`It is \parencites(x)(y)[1]{a}[2]{b|}.`: `It is \parencites(x)(y)[1]{a}.`,
		`It is \parencites{a|,c}[2]{b}.`:        `It is \parencites{c}[2]{b}.`,
		`\citet{a|} say so.`:                    `say so.`,
		"It is.\n\\citet{a|} say so.":           "It is.\nsay so.",
	} {
		checkRemoval(t, workspace.LaTeX, fixture, want)
	}
	for fixture, want := range map[string]string{
		"It is [@a|].":                          "It is.",
		"It is [see @a, p. 3; also @b|, p. 4].": "It is [see @a, p. 3].",
		"It is [see @a|, p. 3; also @b, p. 4].": "It is [also @b, p. 4].",
		"As @a| says.":                          "As says.",
	} {
		checkRemoval(t, workspace.Markdown, fixture, want)
	}
}

func checkRemoval(t *testing.T, markup *workspace.Markup, fixture, want string) {
	t.Helper()
	before, after, _ := strings.Cut(fixture, "|")
	source := before + after
	c, _ := markup.Scan(source).CitationAt(len(before))
	key, ok := c.KeyAt(len(before))
	if !ok {
		t.Fatalf("no key in %q", fixture)
	}
	if got := Without(source, markup, c, key).Apply(source); got != want {
		t.Errorf("%q: got %q, want %q", fixture, got, want)
	}
}

func TestAnEntryGoesWithItsLines(t *testing.T) {
	for source, want := range map[string]string{
		"@book{a, title={A}}\n\n@book{x, title={X}}\n\n@book{b, title={B}}\n": "@book{a, title={A}}\n\n@book{b, title={B}}\n",
		"@book{a, title={A}}\r\n\r\n@book{x, title={X}}":                      "@book{a, title={A}}\r\n\r\n",
		"@book{x, title={X}} @book{b, title={B}}\n":                           " @book{b, title={B}}\n",
		"% mine\n@book{x, title={X}},\n% yours\n":                             "% mine\n% yours\n",
	} {
		span := EntryRange(source, bib.Parse(source).ByKey("x"))
		if got := source[:span.Start] + source[span.End:]; got != want {
			t.Errorf("%q: got %q, want %q", source, got, want)
		}
	}
}
