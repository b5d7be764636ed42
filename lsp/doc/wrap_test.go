package doc_test

import (
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc/latex"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc/markdown"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc/org"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc/typst"
)

// The documents contain a paragraph on one line among paragraphs with a different layout.
func TestALongLineStaysOneLine(t *testing.T) {
	const sentence = "Max pooling performs worse than mean pooling in nine of the ten tasks that were tried."
	wrapped := strings.Repeat("Mills of the north burn bran in winter,\nand the mills of the south burn chaff.\n\n", 8)
	perLine := strings.Repeat("Mills of the north burn bran.\nMills of the south burn chaff.\n\n", 8)
	long := strings.Repeat("Old mills burn bran and chaff in the winter. ", 4) + "They rust."
	single := "Old mills burn bran and chaff in the winter, and where the winter is long they burn hay and straw as well."
	for name, scan := range map[string]func(string) *doc.Manuscript{
		"LaTeX": latex.Scan, "Markdown": markdown.Scan, "Org": org.Scan, "Typst": typst.Scan,
	} {
		for layout, around := range map[string]string{"wrapped": wrapped, "a sentence per line": perLine} {
			for _, paragraph := range []string{long, single} {
				if paragraph == single && layout != "wrapped" {
					continue // a single sentence fits any layout
				}
				text := around + paragraph + "\n\n" + around
				end := len(around) + len(paragraph)
				at, insert := doc.InsertSentence(text, scan(text), end, sentence)
				if at != end || insert != " "+sentence {
					t.Errorf("%s, %s: %q at %d, want it at %d", name, layout, insert, at, end)
				}
				middle := len(around) + strings.Index(paragraph, "winter") + 2
				if _, insert := doc.InsertSentence(text, scan(text), middle, sentence); strings.Contains(insert, "\n") {
					t.Errorf("%s, %s: in the middle %q", name, layout, insert)
				}
				if got := doc.Rewrap(text, scan(text), len(around), sentence); got != sentence {
					t.Errorf("%s, %s: rewrapped %q", name, layout, got)
				}
			}
		}
		text := wrapped + "Mills of the north burn bran in winter,\nand the mills of the south burn chaff."
		if _, insert := doc.InsertSentence(text, scan(text), len(text), sentence); !strings.Contains(insert, "\n") {
			t.Errorf("%s: a wrapped paragraph gets a long line: %q", name, insert)
		}
	}
}

// A paragraph on one line with a displayed formula does not count as wrapped.
func TestALongLineAroundAFormula(t *testing.T) {
	long := strings.Repeat("Old mills burn bran and chaff in the winter, as ", 3) + "in\n\\begin{equation}\nx = y\n\\end{equation}\n" +
		strings.Repeat("where the mills of the south are many and old, and ", 3) + "rust."
	text := strings.Repeat(long+"\n\n", 4)
	const sentence = "Max pooling performs worse than mean pooling in nine of the ten tasks that were tried by the authors."
	_, insert := doc.InsertSentence(text, latex.Scan(text), len(text)-2, sentence)
	if insert != " "+sentence {
		t.Errorf("got %q", insert)
	}
}

// A single line break among long lines does not determine a width for new paragraphs.
func TestALineBreakAmongLongLinesIsNoWidth(t *testing.T) {
	long := strings.Repeat("Old mills burn bran and chaff in the winter. ", 4) + "They rust.\n\n"
	text := strings.Repeat(long, 3) + "Mills of the north burn bran in winter,\nand the mills of the south burn chaff.\n\n" + strings.Repeat(long, 3)
	for name, scan := range map[string]func(string) *doc.Manuscript{
		"LaTeX": latex.Scan, "Markdown": markdown.Scan, "Org": org.Scan, "Typst": typst.Scan,
	} {
		if layout := scan(text).Layout(text); layout != (doc.Layout{}) {
			t.Errorf("%s: %+v", name, layout)
		}
	}
}
