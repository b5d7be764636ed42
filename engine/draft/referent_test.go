package draft

import (
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A draft must not refer to things that only the abstract names, and it must name the authors of an
// act.
func TestDraftsStandAlone(t *testing.T) {
	for _, c := range []struct{ abstract, want, never string }{
		{"Readers and editors of old prose often want to use a lexical segmentation algorithm. We show that the algorithm finds topic changes in texts.",
			"￼ show that the lexical segmentation algorithm finds topic changes in texts.", "the algorithm"},
		{"We studied rice leaves. Higher gene expression in the leaves was measured through careful chemistry.",
			"￼ measured higher gene expression in the rice leaves through careful chemistry.", "was measured"},
	} {
		p := &paper.Paper{Title: "A note", Abstract: c.abstract, Authors: []paper.Author{{Family: "A"}, {Family: "B"}}}
		drafts, err := Composer{}.Write(t.Context(), Request{Paper: p, Textual: true}, 5)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, d := range drafts {
			all = append(all, d.Text)
			if d.Textual != strings.HasPrefix(d.Text, Mark) {
				t.Errorf("%q: textual %v", d.Text, d.Textual)
			}
		}
		if said := strings.Join(all, "\n"); !strings.Contains(said, c.want) || strings.Contains(said, c.never) {
			t.Errorf("%q\nlacks %q or has %q", said, c.want, c.never)
		}
	}
}
