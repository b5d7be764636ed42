package markdown

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

func TestProbe(t *testing.T) {
	for _, f := range []string{
		"Text.\n\n<!-- scilit: one -->\n¦\n\nMore.",
		"<!-- scilit: one -->\nText. ¦",
		"<!-- scilit: a;\n b -->\nText.¦",
		"Old.\n\n# New\n\n¦",
		"A [b.\r\n\r\nC] d @x.¦",
		"A <b.\r\n\r\nC> d @x.¦",
		"Text^[foot. note @a] here.¦",
		"Text[^1] here.¦\n\n[^1]: Foot note.",
		"Use [text]{.class} here.¦",
		"::: {.callout}\nInside text.¦\n:::",
		"Mail <me@x.org> or [@a; @b] it.¦",
		"See @fig-one and @sec-two and @tbl-x.¦",
		"[@a]{.x} foo.¦",
		"A [link](http://x.y/@foo) here. ¦",
		"A [@a](http://x) z.¦",
		"Ref [a][b] here.¦\n\n[b]: http://x.y",
		"Line  \nbreak.¦",
		"Bold**@a** and *@b*.¦",
		"\"@a\" is (@b).¦",
		"Price $5 and $6.¦",
		"x $a$b $c$ d.¦",
		"Multi $a\nb$ maths.¦",
		"$$\nx\n$$ {#eq-a}\nmore.¦",
		"1. One.\n2. Two.¦",
		"Term\n: Def.¦",
		"-   item\n\n    para of item.¦",
		"Setext\n===\n\nText.¦",
		"| a | b |\n|---|---|\n| c | d |¦",
		"`r x` inline.¦",
		"``a ` b`` inline.¦",
		"https://x.y/@foo is.¦",
		"Foo -@a bar [-@b].¦",
		"[@a]¦",
		"As @a [p. 3] says.¦",
		"[@Foo.bar:2020, pp. 3-4; see @baz].¦",
		"{{< include _a.qmd >}}\n\nText.¦",
		"<div>\n\nText.¦\n\n</div>",
		"+++\ntitle='x'\n+++\nText.¦",
		"---\nbibliography: \"a b.bib\" # c\nlang: fr\n---\n\nText.¦",
		"\ufeff---\nbibliography: a.bib\n---\nText.¦",
	} {
		before, after, _ := strings.Cut(f, "¦")
		src, off := before+after, len(before)
		m := Scan(src)
		d, _ := m.DirectiveFor(off)
		at, ins := doc.InsertSentence(src, m, off, "NEW.")
		keys := m.CitedKeys()
		fmt.Printf("%q\n   ctx=%q dir=%q masked=%v keys=%q bib=%v lang=%s\n   -> %q\n", f, m.ContextBefore(off, 6), d.Text, m.IsMasked(off), keys, m.Bibliographies, m.Language, src[:at]+ins+src[at:])
	}
	for _, p := range []string{"[", "[ ", "[@a", "$", "$5 x\r\n\r\n", "<", "<a", "<!--", "`", "``` ", "![", "](", "@", "@a", "*", "_", "> ", "- ", "a\r\n\r\n", "a. ", "\n", "[a] x\r\n\r\n", "a `b` [@c]\r\n\r\n", "$$", "$$\nx\n", "1. ", "````\n", "\\", "<!-- x", "a[^1]: "} {
		src := strings.Repeat(p, (200<<10)/len(p))
		start := time.Now()
		m := Scan(src)
		el := time.Since(start)
		start = time.Now()
		doc.InsertSentence(src, m, len(src)/2, "NEW.")
		if d := time.Since(start); el > 15*time.Millisecond || d > 15*time.Millisecond {
			fmt.Printf("slow %q scan %v insert %v\n", p, el, d)
		}
	}
}
