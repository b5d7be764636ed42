package draft

import (
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/choice"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// The best sentence comes first for every n, then its other forms, and then other statements. A longer list
// begins with a shorter one.
func TestFormsComeBeforeStatements(t *testing.T) {
	p := &paper.Paper{Title: "Soft constraints for parsing Dutch", Authors: []paper.Author{{Family: "A"}, {Family: "B"}},
		Abstract: `Parsers of Dutch are slow, and their errors are hard to explain.
		Experiments on four treebanks show that soft constraints outperform a biaffine parser by 1.2 points of accuracy, except on spoken language.
		We further analyse the errors that remain, and find that most of them concern coordination.`}
	req := Request{Paper: p, Textual: true, Context: []string{"Which parser is more accurate on treebanks?"}}
	var longest []Draft
	for n := 6; n > 0; n-- {
		drafts, err := Composer{}.Write(t.Context(), req, n)
		if err != nil {
			t.Fatal(err)
		}
		if n == 6 {
			longest = drafts
		}
		want := longest[:min(n, len(longest))]
		if !slices.EqualFunc(drafts, want, func(a, b Draft) bool { return a.Text == b.Text && a.Form == b.Form }) {
			t.Errorf("%d: %+v, want %+v", n, drafts, want)
		}
	}
	forms, others := make(map[choice.Form]bool), 0
	for _, d := range longest {
		if sourceOf(d) != sourceOf(longest[0]) && forms[d.Form] {
			others++
		} else if others > 0 || forms[d.Form] {
			t.Errorf("%q is too late or repeats a form: %+v", d.Text, longest)
		}
		forms[d.Form] = true
	}
	if len(forms) < 3 || others == 0 {
		t.Errorf("%d forms, %d other statements: %+v", len(forms), others, longest)
	}
}

func TestTheFormOfADraft(t *testing.T) {
	for _, test := range []struct {
		d    Draft
		want choice.Form
	}{
		{Draft{Text: Mark, MarkOnly: true}, ""},
		{Draft{Text: Mark + " show that parsers err.", Textual: true}, choice.Result},
		{Draft{Text: "In tests, " + Mark + " establish that parsers err.", Textual: true}, choice.Result},
		{Draft{Text: "Parsers err " + Mark + "."}, choice.Fact},
		{Draft{Text: "We use the parser " + Mark + ".", OwnWork: true}, choice.Use},
		{Draft{Text: Mark + " show that “parsers err on speech”.", Textual: true}, choice.Quotation},
		{Draft{Text: "“Downstream” tasks are common " + Mark + "."}, choice.Fact},
		{Draft{Text: "“Parsers” and “an open mark " + Mark}, choice.Fact},
		{Draft{Text: "In contrast, parsers err " + Mark + "."}, choice.Contrast},
		{Draft{Text: strings.Repeat("“", 1<<12) + Mark}, choice.Mention},
	} {
		if got := formOf(test.d); got != test.want {
			t.Errorf("%.60q: %q, want %q", test.d.Text, got, test.want)
		}
	}
}
