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
}

// The best draft is followed by its other forms, by statements with similar scores in unused forms,
// by a quotation, and by other statements. Repetitions are left out.
func TestTheOrderOfForms(t *testing.T) {
	said := func(score float64, index int, text string, textual bool) scoredDraft {
		d := Draft{Text: strings.Replace(text, "@", Mark, 1), Textual: textual}
		d.Evidence.Section, d.Evidence.Index = "Abstract", index
		return scoredDraft{Draft: d, score: score}
	}
	all := []scoredDraft{
		said(9, 0, "@ show that rules outperform parsers of Dutch.", true),
		said(8.9, 1, "@ show that coordination causes most errors.", true),
		said(8.8, 1, "Coordination causes most errors @.", false),
		said(8.7, 0, "Rules outperform parsers of Dutch @.", false),
		said(8.6, 2, "Constraints refer to weighted features of trees @.", false),
		said(8.5, 0, "@ show that “rules outperform parsers of Dutch”.", true),
		said(8.4, 3, "@ describe “a method which weighs all words”.", true),
		said(7, 4, "In contrast, speech remains a hard problem @.", false),
	}
	var got []string
	for _, d := range inForms(all, 9) {
		got = append(got, strings.Replace(d.Text, Mark, "@", 1))
	}
	want := []string{all[0].Text, all[3].Text, all[4].Text, all[5].Text, all[1].Text, all[7].Text, all[6].Text}
	for i := range want {
		want[i] = strings.Replace(want[i], Mark, "@", 1)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if len(inForms(nil, 3)) != 0 || len(inForms(all, 2)) != 2 {
		t.Error("a limit is ignored")
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
		{Draft{Text: "We need parsers of Dutch " + Mark + "."}, choice.Fact},
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
