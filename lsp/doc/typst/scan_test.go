package typst

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
		"heading":                {"Old.\n\n= New <sec>\n\nFresh text.¦", []string{"Fresh text."}},
		"emphasis":               {"A *big* _good_ #emph[fine] #link(\"http://x.y\")[link] snake_case.¦", []string{"A big good fine link snake_case."}},
		"citations are marks":    {"As #cite(<a>, form: \"prose\") says, it works @b[p. 3] @c.¦", []string{"As [CITE] says, it works [CITE] [CITE]."}},
		"code and maths":         {"Use `x. Y.` and $a_1. B$ but 5\\$ costs #price.sum() stay.¦", []string{"Use and but 5$ costs stay."}},
		"code block":             {"One.\n\n```r\nx. Y. #let a = (\n```\n\nTwo.¦", []string{"One.", "Two."}},
		"statements":             {"#set text(lang: \"de\")\n#let a = [No. Not.]\n#show: conf.with(\n  title: [No.],\n\n  abstract: [Not.]\n)\nYes.¦", []string{"Yes."}},
		"comments":               {"One goes // not. this.\non /* not. this. */ here.¦", []string{"One goes on here."}},
		"an address":             {"See https://x.org/a_b//c here.¦", []string{"See https://x.org/a_b//c here."}},
		"list":                   {"- One here\n+ Two here\n/ Term: Three¦", []string{"One here", "Two here", "Term: Three"}},
		"lines are one sentence": {"One sentence\nover lines.¦", []string{"One sentence over lines."}},
		"Windows line ends":      {"One\r\nline.\r\n\r\nTwo.¦", []string{"One line.", "Two."}},
		"note and figure":        {"One #footnote[not. this @a] here.\n#figure(image(\"a.png\"), caption: [Not. This.]) <fig>\n\nTwo.¦", []string{"One here.", "Two."}},
		"block of text":          {"#columns(2)[\n= New\nOne here.\n#text(fill: red)[Two here.]¦\n]", []string{"One here.", "Two here."}},
		"brackets of the text":   {"One [or two] here.¦", []string{"One [or two] here."}},
		"labels cite nothing":    {"As @fig-a and @eq:b show.¦ <fig-a> $ x $ <eq:b>", []string{"As @fig-a and @eq:b show."}},
		"escapes":                {"\\#not \\@code~and -- so --- on.¦", []string{"#not @code and – so — on."}},
		"half typed":             {"One. #cite(<a\n\nTwo here.¦", []string{"One.", "Two here."}},
		"half typed block":       {"One. #let x = {\n= New\nTwo here.¦", []string{"Two here."}},
		"a statement in a block": {"#block[One #set text(red)] two.¦", []string{"One two."}},
	})
}

func TestDirectives(t *testing.T) {
	markup.Directives(t, map[string]doctest.Directive{
		"line below":  {"Text here.¦\n// scilit: NLP; NMT", "NLP; NMT"},
		"end of line": {"Text here.¦ // scilit: pooling\r\nmore", "pooling"},
		"in a block":  {"Text here.¦ /* scilit: a;\n b */", "a;\n b"},
		"in code":     {"Text here.¦\n#let x = { // scilit: no\n}", ""},
		"elsewhere":   {"// scilit: one\n\nText.¦", ""},
	})
}

func TestCitationsByTypstsRules(t *testing.T) {
	markup.Citations(t, "\n\n#figure() <fig>", map[string]string{
		"@a":                                     "a",
		"@a.":                                    "a",
		"@a[p. 3]":                               "a",
		"@smith:2020_x-y.z":                      "smith:2020_x-y.z",
		"#cite(<a>)":                             "a",
		"#cite(<a>, form: \"prose\")":            "textual a",
		"#cite(label(\"a/b\"), supplement: [x])": "a/b",
		"#footnote[As @a and #cite(<b>).]":       "aside a aside b",
		"#figure([], caption: [By @a])":          "aside a",
		"#let x = [By @a]":                       "aside a",
		"me@example.org":                         "",
		`\@escaped`:                              "",
		"`@code`":                                "",
		"$@maths$":                               "",
		"@fig":                                   "",
		"#cite(":                                 "",
		"#cite(<":                                "",
	})
}

func TestWhatADocumentSaysOfItself(t *testing.T) {
	source := "#import \"@preview/ieee:1.0.0\": ieee\n#set text(lang: \"de\")\n#show: ieee.with(\n  title: [On\n  Trees],\n  bibliography: bibliography((\"a.bib\", \"b.yml\"), style: \"apa.yml\"),\n)\n#include \"/parts/one.typ\"\n#bibliography(\"c.bib\", title: \"Literatur\")\n"
	m := Scan(source)
	var files []string
	for _, ref := range append(m.Bibliographies, m.Includes...) {
		if !strings.HasSuffix(source[ref.Start:ref.End], ref.Path) {
			t.Errorf("%s is at %q", ref.Path, source[ref.Start:ref.End])
		}
		files = append(files, ref.Path)
	}
	if diff := cmp.Diff([]string{"a.bib", "b.yml", "c.bib", "parts/one.typ"}, files); diff != "" || m.Title != "On Trees" || m.Language != "de" {
		t.Errorf("%s, %s: %s", m.Title, m.Language, diff)
	}
}

func TestBareMark(t *testing.T) {
	markup.Marks(t, doc.Mark{Keys: []string{"new"}}, map[string]string{
		"Pooling works¦.":                                 "Pooling works @new.",
		"Pooling works @a.¦":                              "Pooling works @a @new.",
		"Pooling works @a[p. 3].¦":                        "Pooling works @a[p. 3] @new.",
		"As #cite(<a>, form: \"prose\") show, it works.¦": "As #cite(<a>, form: \"prose\") show, it works @new.",
		"= Heading\n\n¦":                                  "= Heading\n\n@new",
	})
}

// Each fixture is a text with the cursor ¦, followed by the replaced range and the
// typed text.
func TestAKeyThatIsBeingTyped(t *testing.T) {
	for fixture, want := range map[string]string{
		"See @¦":            "[] []",
		"See @smi¦th there": "[smith] [smi]",
		"See @a.¦":          "[a.] [a.]",
		"#cite(<x¦>)":       "[x] [x]",
		"= As @x¦":          "[x] [x]",
		"日本 😀 @é¦":          "[é] [é]",
		"me@example¦":       "none",
		`\@x¦`:              "none",
		"a <x¦":             "none",
		"`@x¦`":             "none",
		"// @x¦":            "none",
		"@a text¦":          "none",
		"¦":                 "none",
	} {
		source, offset := doctest.Cursor(t, fixture)
		got := "none"
		if typing, ok := Typing(source, Scan(source), offset); ok {
			got = "[" + source[typing.Start:typing.End] + "] [" + typing.Typed + "]"
		}
		if got != want {
			t.Errorf("%s: %s, want %s", fixture, got, want)
		}
	}
}

func FuzzScan(f *testing.F) {
	f.Add("#set text(lang: \"de\")\n= A <b>\nText @a[c] #cite(<a>, form: \"prose\"). // scilit: x\n```\n$x$", 30)
	f.Add("#show: f.with(title: [a], b: (c, \"d.bib\"))\n#let x = { [y @z] }; - / + *a* _b_ `c` /* d */", 10)
	f.Add("#f(a)[b][c].d #{e} #(f) #\"g\" \\h ~ -- --- https://i j", 3)
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

// TestAMarkWithinItsSentence selects words at the cursor that the citation belongs to.
func TestAMarkWithinItsSentence(t *testing.T) {
	markup.Marks(t, doc.Mark{Keys: []string{"new"}, Within: true}, map[string]string{
		"We use MERT¦ to tune.":       "We use MERT @new to tune.",
		"We use _MERT¦_ to tune.":     "We use _MERT_ @new to tune.",
		"We use $x¦ + y$ to go.":      "We use $x + y$ to go @new.",
		"The state¦-of-the-art.":      "The state-of-the-art @new.",
		"We use MERT¦[x] to go.":      "We use MERT[x] to go @new.",
		"We use MERT // it¦\nto go.":  "We use MERT // it\nto go @new.",
		"We use MERT¦--BLEU to tune.": "We use MERT #cite(<new>);--BLEU to tune.",
		"We use `MERT`¦ to tune.":     "We use `MERT` @new to tune.",
		"We use #LaTeX;¦ to tune.":    "We use #LaTeX; @new to tune.",
		"We use #f(x);¦ to tune.":     "We use #f(x); @new to tune.",
		"We use MERT \\¦ to tune.":    "We use MERT @new \\ to tune.",
	})
	markup.Marks(t, doc.Mark{Keys: []string{"a/b"}, Within: true}, map[string]string{
		"We use MERT¦; it tunes.": `We use MERT #cite(label("a/b"));; it tunes.`,
		"We use MERT¦ to tune.":   `We use MERT #cite(label("a/b")) to tune.`,
	})
}
