package markdown

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc/doctest"
)

var markup = doctest.Markup{Scan: Scan, InsertMark: InsertMark, Inset: ScanInset}

func TestContextBeforeTheCursor(t *testing.T) {
	markup.Contexts(t, map[string]doctest.Context{
		"plain":                  {"One here. Two here.¦ Three.", []string{"One here.", "Two here."}},
		"section":                {"Old.\n\n# New\n\nFresh text.¦", []string{"Fresh text."}},
		"underlined heading":     {"Old.\n\nNew\n---\n\nFresh text.¦", []string{"Fresh text."}},
		"emphasis and links":     {"A *big* __bold__ [link](http://x.y/z_a) with snake_case.¦", []string{"A big bold link with snake_case."}},
		"citations are marks":    {"As @a [p. 3] says, it works [see @b, p. 3; -@c].¦", []string{"As [CITE] p. 3 says, it works [CITE]."}},
		"code and maths":         {"Use `x. Y.` and $a_1. B$ but 5$ or 6$ stay.¦", []string{"Use and but 5$ or 6$ stay."}},
		"code block":             {"One.\n\n```r\nx. Y.\n```\n\nTwo.¦", []string{"One.", "Two."}},
		"front matter":           {"---\ntitle: No. Not.\n---\nYes.¦", []string{"Yes."}},
		"comment":                {"One. <!-- not. this. --> Two.¦", []string{"One.", "Two."}},
		"list items":             {"- One here\n- Two here¦", []string{"One here", "Two here"}},
		"lines are one sentence": {"One sentence\nover lines.¦", []string{"One sentence over lines."}},
		"Windows line ends":      {"One\r\nline.\r\n\r\nTwo.¦", []string{"One line.", "Two."}},
		"quote":                  {"> One sentence\n> quoted.¦", []string{"One sentence quoted."}},
		"image":                  {"See ![a. b.](c.png) here.¦", []string{"See here."}},
		"note behind the stop":   {"One here.[^1] Two^[not. this @a] here.¦\n\n[^1]: No.", []string{"One here.", "Two here."}},
		"maths over lines":       {"Let $a\n+b$ be.¦", []string{"Let be."}},
		"section without text":   {"Old.\n\n# New\n\n¦", nil},
		"address of a profile":   {"See https://x.org/@me here.¦", []string{"See https://x.org/@me here."}},
		"table":                  {"One.\n\n| a. | b. |\n|---|---|\n\nTwo.¦", []string{"One.", "Two."}},
	})
}

func TestDirectives(t *testing.T) {
	markup.Directives(t, map[string]doctest.Directive{
		"line above":  {"<!-- scilit: NLP; NMT -->\nText here.¦", "NLP; NMT"},
		"end of line": {"Text here.¦ <!-- scilit: pooling -->", "pooling"},
		"not closed":  {"Text here.¦ <!-- scilit: pooling\nmore", "pooling"},
		"over lines":  {"<!-- scilit: a;\n b -->\nText here.¦", "a;\n b"},
		"elsewhere":   {"<!-- scilit: one -->\n\nText.¦", ""},
	})
}

func TestCitationsByPandocsRules(t *testing.T) {
	markup.Citations(t, "", map[string]string{
		"[@a]":                       "a",
		"[see @a, p. 3; also -@b:c]": "a b:c",
		"@doe99":                     "textual doe99",
		"@doe99.":                    "textual doe99",
		"@smith2020_x-y/z":           "textual smith2020_x-y/z",
		"[@{key with}]":              "key with",
		"me@example.org":             "",
		`\@escaped`:                  "",
		"[link](@no)":                "",
		"`@code`":                    "",
		"@a--b":                      "textual a",
		"@fig-plot and [@sec:intro]": "",
		"@figueroa2020":              "textual figueroa2020",
	})
}

func TestTheTitleIsKnown(t *testing.T) {
	for source, want := range map[string]string{
		"---\ntitle: \"On: Trees\"\n---\n# Introduction\n": "On: Trees",
		"# On Parsing Trees #\n\nText.\n\n# Methods\n":     "On Parsing Trees",
		"On Parsing Trees\n===\nText.":                     "On Parsing Trees",
		"# Introduction\n\nText.":                          "",
		"Text first.\n\n# Methods\n":                       "",
	} {
		if got := Scan(source).Title; got != want {
			t.Errorf("title of %q is %q, want %q", source, got, want)
		}
	}
}

func TestFrontMatter(t *testing.T) {
	for source, want := range map[string][]string{
		"---\nbibliography: refs.bib\nlang: de-DE\n---\n":             {"refs.bib"},
		"\ufeff---\nbibliography: a.bib\nlang: de\n---\nText":         {"a.bib"},
		"---\nlang: de\nbibliography: [a.bib, \"b c.bib\"]\n---\n":    {"a.bib", "b c.bib"},
		"---\nlang: de\nbibliography:\n  - x/a.bib\n  - b.bib\n...\n": {"x/a.bib", "b.bib"},
	} {
		m := Scan(source)
		var got []string
		for _, ref := range m.Bibliographies {
			got = append(got, source[ref.Start:ref.End])
		}
		if diff := cmp.Diff(want, got); diff != "" || m.Language != "de" {
			t.Errorf("%q: %s %s", source, m.Language, diff)
		}
	}
}

func TestBareMark(t *testing.T) {
	markup.Marks(t, doc.Mark{Keys: []string{"new"}}, map[string]string{
		"Pooling works¦.":           "Pooling works [@new].",
		"Pooling works [@a].¦":      "Pooling works [@a; @new].",
		"As @a show, it works.¦":    "As @a show, it works [@new].",
		"Pooling works [@a, p. 3]¦": "Pooling works [@a, p. 3; @new]",
	})
}

func TestSentenceGoesWhereItIsShown(t *testing.T) {
	for fixture, want := range map[string]string{
		"<!-- scilit: a -->¦\nText.": "<!-- scilit: a -->\nNew.\nText.",
		"# Head¦\n\nText.":           "# Head\nNew.\n\nText.",
		"Text. ¦<!-- scilit: a -->":  "Text. New. <!-- scilit: a -->",
		"Works [@a].¦ More.":         "Works [@a]. New. More.",
	} {
		source, offset := doctest.Cursor(t, fixture)
		at, insert := doc.InsertSentence(source, Scan(source), offset, "New.")
		if got := source[:at] + insert + source[at:]; got != want {
			t.Errorf("%q: got %q, want %q", fixture, got, want)
		}
	}
}

func FuzzScan(f *testing.F) {
	f.Add("---\nbibliography: a.bib\n---\n# A\nText [@a; @b]. <!-- scilit: x -->\n```\n$x$")
	f.Add("::: {.callout-note title=\"@a\"\n#b}\nAs @c {{< meta d >}} says.\n:::\n\n{{< include e.qmd >}}\n\n{{{< f >}}}\n> ::: g\n")
	f.Add("```{r}\n#| label: fig-a\nplot(x)\n```\nIt is `r nrow(x)` [@b].\n\n# {{< meta title >}} [@c]\n")
	f.Add("> - [x](y) ![z](w) *a* _b_ `c` $$d$$ <e> @{f}")
	f.Fuzz(func(t *testing.T, source string) {
		m := Scan(source)
		if err := m.Check(source); err != nil {
			t.Fatal(err)
		}
		for offset := range len(source) + 1 {
			if at, insert := doc.InsertSentence(source, m, offset, "New one."); at < 0 || at > len(source) || insert == "" {
				t.Fatalf("insertion at %d", at)
			}
			if e := InsertMark(source, m, offset, newMark); e.Start < 0 || e.End < e.Start || e.End > len(source) {
				t.Fatalf("mark at %v", e.Span)
			}
		}
	})
}

func BenchmarkScanAMegabyte(b *testing.B) {
	paragraph := "Max pooling performs worse than *mean* pooling [@a; @b]. We show that $x = 1$ holds.\nIt is so. <!-- scilit: pooling -->\n\n"
	source := strings.Repeat(paragraph, 1<<20/len(paragraph))
	b.SetBytes(int64(len(source)))
	for b.Loop() {
		Scan(source)
	}
}
