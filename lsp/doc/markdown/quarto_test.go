package markdown

import (
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc/doctest"
)

func TestQuartoConstructsAreNoProse(t *testing.T) {
	markup.Contexts(t, map[string]doctest.Context{
		"include":              {"One.\n\n{{< include x.qmd >}}\n\nTwo.¦", []string{"One.", "Two."}},
		"shortcode above text": {"{{< pagebreak >}}\nTwo.¦", []string{"Two."}},
		"shortcode below text": {"One.\n{{< pagebreak >}}\nTwo.¦", []string{"One.", "Two."}},
		"inline shortcode":     {"We used {{< var version >}} of it.¦", []string{"We used of it."}},
		"over lines":           {"We used {{< video\n  x.mp4 >}} of it.¦", []string{"We used of it."}},
		"escaped shortcode":    {"Write {{{< video x.mp4 >}}} here.¦", []string{"Write here."}},
		"not closed":           {"Let {{< x be.¦\n\n>}}", []string{"Let {{< x be."}},
		"div":                  {"One.\n\n::: {.callout-note}\nTwo.\n:::\n\nThree.¦", []string{"One.", "Two.", "Three."}},
		"div right after text": {"One\n::: note\nTwo.\n:::\nThree.¦", []string{"One", "Two.", "Three."}},
		"attributes on lines":  {"::: {#a .b\n  title=\"No } no.\"\n.c}\nTwo.\n:::\nThree.¦", []string{"Two.", "Three."}},
		"div being typed":      {"::: {.callout\nTwo {braces} here.\n:::\nThree.¦", []string{"Two {braces} here.", "Three."}},
		"div in a quote":       {"> ::: {.a}\n> Two.\n> :::\n\nThree.¦", []string{"Two.", "Three."}},
		"chunk options":        {"One.\n\n```{r}\n#| label: fig\n#| fig-cap: No. No.\nx\n```\n\nTwo.¦", []string{"One.", "Two."}},
		"chunk in a list":      {"- One.\n\n  ```{python}\n  #| echo: no\n  ```\n\nTwo.¦", []string{"One.", "Two."}},
		"inline R":             {"In all, `r nrow(x)` of `{python} n` died.¦", []string{"In all, of died."}},
	})
}

func TestQuartoConstructsContainNoCitations(t *testing.T) {
	for source, want := range map[string]string{
		"{{< include @no >}}\n\n@a":                                  "a",
		"A {{< meta x.@no >}} b, as {{{< v @no >}}} @a.":             "a",
		"# Head {{< v @no >}} @a\n\n| {{< v @no >}} | [@b] |\n":      "a b",
		"::: {.callout-note title=\"@no\"}\nAs @a says [@b].\n:::\n": "a b",
		"::: {.callout-note @no\nAs @a says.\n:::\n":                 "a",
		"::: {#x\ny=@no}\nAs @a says.\n:::\n":                        "a",
		"> ::: {.n y=@no}\n> As @a says.\n> :::\n":                   "a",
		":::{admonition} As @a and {cite:p}`b` say\n@c\n:::\n":       "a b c",
		"```{r}\n#| label: @no\n```\n`r x@no` @a":                    "a",
	} {
		m := Scan(source)
		if got := strings.Join(m.CitedKeys(), " "); got != want {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
		for at := range len(source) {
			if rest := source[at:]; strings.HasPrefix(rest, "@no") && !strings.HasPrefix(source, "> ") {
				if _, ok := Typing(source, m, at+len("@no")); ok {
					t.Errorf("%q: a key can be typed at %d", source, at)
				}
			}
		}
	}
}

func TestInsertionsNextToQuartoConstructs(t *testing.T) {
	for fixture, want := range map[string]string{
		"::: {.a}\nIt works.¦\n:::\n":        "::: {.a}\nIt works. New.\n:::\n",
		"{{< include x.qmd >}}¦\n\nText.":    "{{< include x.qmd >}}\nNew.\n\nText.",
		"::: a\nIt.\n:::¦\n\nText.":          "::: a\nIt.\n:::\nNew.\n\nText.",
		"It works {{< fa star >}}¦.\n\nText": "It works {{< fa star >}}. New.\n\nText",
	} {
		source, offset := doctest.Cursor(t, fixture)
		at, insert := doc.InsertSentence(source, Scan(source), offset, "New.")
		if got := source[:at] + insert + source[at:]; got != want {
			t.Errorf("%q: got %q, want %q", fixture, got, want)
		}
	}
	markup.Marks(t, doc.Mark{Keys: []string{"new"}}, map[string]string{
		"::: {.a}\nIt works¦.\n:::":        "::: {.a}\nIt works [@new].\n:::",
		"It works¦ {{< meta x >}}.":        "It works {{< meta x >}} [@new].",
		"It works in {{< meta x >}}.¦ No.": "It works in {{< meta x >}} [@new]. No.",
	})
}
