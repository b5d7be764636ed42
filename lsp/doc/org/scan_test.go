package org

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc/doctest"
)

var markup = doctest.Markup{Scan: Scan, InsertMark: InsertMark}

func TestContextBeforeTheCursor(t *testing.T) {
	markup.Contexts(t, map[string]doctest.Context{
		"plain":                  {"One here. Two here.¦ Three.", []string{"One here.", "Two here."}},
		"heading":                {"Old.\n* New\nFresh text.¦", []string{"Fresh text."}},
		"emphasis and links":     {"A *big* /good/ [[http://x.y/z_a][link]] and/or snake_case.¦", []string{"A big good link and/or snake_case."}},
		"citations are marks":    {"As [cite/t:@a p. 3] says, it works [cite:see @b p. 3;@c].¦", []string{"As [CITE] says, it works [CITE]."}},
		"code and maths":         {"Use ~x. Y.~ and =p. Q= and $a_1. B$ but 5 $ or \\(a. B\\) stay.¦", []string{"Use and and but 5 $ or stay."}},
		"source":                 {"One.\n#+BEGIN_SRC r\nx. Y.\n#+END_SRC\nTwo.¦", []string{"One.", "Two."}},
		"quote":                  {"#+begin_quote\nOne here.\n#+end_quote\nTwo.¦", []string{"One here.", "Two."}},
		"settings":               {"#+title: No. Not.\n#+options: x. y.\nYes.¦", []string{"Yes."}},
		"comment":                {"One goes\n# not. this.\non here.¦", []string{"One goes on here."}},
		"drawer":                 {"* A\n:PROPERTIES:\n:CUSTOM_ID: a. b.\n:END:\nYes.¦", []string{"Yes."}},
		"list":                   {"- One here\n- [ ] Two here\n  1. Three¦", []string{"One here", "Two here", "Three"}},
		"lines are one sentence": {"One sentence\nover lines.¦", []string{"One sentence over lines."}},
		"Windows line ends":      {"One\r\nline.\r\n\r\nTwo.¦", []string{"One line.", "Two."}},
		"note":                   {"One here.[fn:1] Two[fn:: not. this [cite:@a]] here.¦\n\n[fn:1] No.", []string{"One here.", "Two here."}},
		"table":                  {"One.\n| a. | b. |\n|----+----|\nTwo.¦", []string{"One.", "Two."}},
		"fixed width":            {"One.\n: a. b.\nTwo.¦", []string{"One.", "Two."}},
		"environment":            {"One \\begin{x}\nis\n\\begin{equation}\na. b\n\\end{equation}\ntwo.¦", []string{"One begin{x} is two."}},
		"entities":               {"Not \\alpha{}, but \\under{} and \\\\ here.¦", []string{"Not alpha, but _ and here."}},
		"snippet":                {"One @@html:<b>. </b>@@ two <https://a.b/c> three <2020-01-01 Wed>.¦", []string{"One two three ."}},
		"nothing is cited":       {"One [cite/n:@*] two.¦", []string{"One two."}},
	})
}

func TestDirectives(t *testing.T) {
	markup.Directives(t, map[string]doctest.Directive{
		"line below":    {"Text here.¦\n# scilit: NLP; NMT", "NLP; NMT"},
		"indented":      {"- Text here.¦\n  # scilit: NLP", "NLP"},
		"Windows":       {"Text here.¦\r\n# scilit: NLP\r\n", "NLP"},
		"end of line":   {"Text here.¦ @@comment: scilit: pooling@@", "pooling"},
		"not a comment": {"Text here.¦\n#scilit: pooling", ""},
		"in a source":   {"#+begin_src sh\n# scilit: no\n#+end_src\nText.¦", ""},
		"elsewhere":     {"# scilit: one\n\nText.¦", ""},
	})
}

func TestCitationsByOrgsRules(t *testing.T) {
	markup.Citations(t, "", map[string]string{
		"[cite:@a]":                          "a",
		"[cite:see @a p. 3;also @b:c/d;end]": "a b:c/d",
		"[cite/t:@doe99]":                    "textual doe99",
		"[cite/text/caps:@doe99]":            "textual doe99",
		"[cite/na/b:@a]":                     "a",
		"[cite/n:@a]":                        "aside a",
		"[cite:@ü_x.y?]":                     "ü_x.y?",
		"[cite:none]":                        "",
		"[citet:@a]":                         "",
		"[cite @a]":                          "",
		"@a me@b.c":                          "",
		"=[cite:@a]=":                        "",
		"[cite:@a":                           "",
		"[fn:: as [cite:@a]]":                "aside a",
	})
}

func TestCitationsBesideTheTextAreKnown(t *testing.T) {
	source := "* By [cite:@a]\n#+caption: By [cite:@b]\n| [cite:@c] |\n\n[fn:1] As [cite:@d].\n\n# [cite:@no]\n"
	if diff := cmp.Diff([]string{"a", "b", "c", "d"}, Scan(source).CitedKeys()); diff != "" {
		t.Error(diff)
	}
}

func TestWhatADocumentSaysOfItself(t *testing.T) {
	source := "#+TITLE: On Trees\n#+language: de-at\n#+bibliography: refs.bib\n#+BIBLIOGRAPHY: \"my refs.bib\"\n#+include: \"part.org::*Methods\" :lines 5-\n"
	m := Scan(source)
	var files []string
	for _, ref := range append(m.Bibliographies, m.Includes...) {
		if source[ref.Start:ref.End] != ref.Path {
			t.Errorf("%s is at %q", ref.Path, source[ref.Start:ref.End])
		}
		files = append(files, ref.Path)
	}
	if diff := cmp.Diff([]string{"refs.bib", "my refs.bib", "part.org"}, files); diff != "" || m.Title != "On Trees" || m.Language != "de" {
		t.Errorf("%s, %s: %s", m.Title, m.Language, diff)
	}
}

func TestBareMark(t *testing.T) {
	markup.Marks(t, doc.Mark{Keys: []string{"new"}}, map[string]string{
		"Pooling works¦.":                    "Pooling works [cite:@new].",
		"Pooling works [cite:@a].¦":          "Pooling works [cite:@a;@new].",
		"Pooling works [cite:@a p. 3;end].¦": "Pooling works [cite:@a p. 3;@new;end].",
		"As [cite/t:@a] show, it works.¦":    "As [cite/t:@a] show, it works [cite:@new].",
		"* Heading\n\n¦":                     "* Heading\n\n[cite:@new]",
		"Works [cite:see @¦].":               "Works [cite:see @new].",
		"Works [cite:@¦a;@b] so.":            "Works [cite:@a;@b;@new] so.",
	})
}

// Each fixture is a text with the cursor ¦, followed by the replaced range, the
// typed text and the other keys.
func TestAKeyThatIsBeingTyped(t *testing.T) {
	for fixture, want := range map[string]string{
		"See [cite:@¦":                       "[] [] []",
		"See [cite:@smi¦th] there":           "[smith] [smi] []",
		"[cite/t:see @a p. 3;@b¦]":           "[b] [b] [a]",
		"[cite:@a;@¦]":                       "[] [] [a]",
		"* As [cite:@x¦]":                    "[x] [x] []",
		"日本 😀 [cite:@é¦]":                    "[é] [é] []",
		"See [cite:¦]":                       "none",
		"See @a¦":                            "none",
		"[cite:@a] @b¦":                      "none",
		"# [cite:@x¦]":                       "none",
		"#+begin_src\n[cite:@x¦]\n#+end_src": "none",
		"[cite:@a text¦":                     "none",
		"¦":                                  "none",
	} {
		source, offset := doctest.Cursor(t, fixture)
		got := "none"
		if typing, ok := Typing(source, Scan(source), offset); ok {
			got = "[" + source[typing.Start:typing.End] + "] [" + typing.Typed + "] [" + strings.Join(typing.Others, " ") + "]"
		}
		if got != want {
			t.Errorf("%s: %s, want %s", fixture, got, want)
		}
	}
}

func FuzzScan(f *testing.F) {
	f.Add("#+title: a\n* A\nText [cite:@a;@b]. # b\n# scilit: x\n#+begin_src\n$x$", 30)
	f.Add("- [fn:1] [[x][y]] *a* =b= ~c~ \\(d\\) <e> @@f:g@@ {{{h}}}", 10)
	f.Add(":A:\n:END:\n\\begin{a}\n\\end{a}\n| b |\n[fn:a] b\n: c", 3)
	f.Fuzz(func(t *testing.T, source string, offset int) {
		m := Scan(source)
		if err := m.Check(source); err != nil {
			t.Fatal(err)
		}
		if offset < 0 || offset > len(source) {
			return
		}
		if at, insert := doc.InsertSentence(source, m, offset, "New one."); at < 0 || at > len(source) || insert == "" {
			t.Fatalf("insertion at %d", at)
		}
		if e := InsertMark(source, m, offset, doc.Mark{Keys: []string{"new"}}); e.Start < 0 || e.Start > e.End || e.End > len(source) {
			t.Fatalf("mark at %v", e.Span)
		}
		typing, ok := Typing(source, m, offset)
		if ok && (typing.Citation >= typing.Start || typing.Start > offset || offset > typing.End || typing.End > len(source)) {
			t.Errorf("%+v at %d of %q", typing, offset, source)
		}
		Escape(source)
	})
}
