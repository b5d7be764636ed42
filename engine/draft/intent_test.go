package draft

import (
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/compose"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// tagger is a paper that contains a proposal, a result with numbers and a fact.
var tagger = &paper.Paper{
	Title: "FastTag: a tagger for old texts", Authors: several,
	Abstract: "Tagging of old texts suffers from variable spelling. We present FastTag, a tagger for old texts that learns spelling rules. " +
		"Our results show that FastTag reduces the errors of tagging by 12% compared with a hidden Markov model.",
}

func TestAnIntentChoosesAmongStatements(t *testing.T) {
	for intent, want := range map[string]string{
		"background": "@ present FastTag, a tagger",
		"method":     "@ present FastTag, a tagger",
		"result":     "12 percent",
		"contrast":   "12 percent",
	} {
		for _, before := range []string{"", "Spelling varies in old texts."} {
			req := Request{Paper: tagger, Textual: true, Intent: intent, Context: []string{before}}
			if got := shown(draft(t, req)); !strings.Contains(got, want) {
				t.Errorf("%s after %q: %q, want %q in it", intent, before, got, want)
			}
		}
	}
}

func TestOnlyAMethodIsSaidToBeUsed(t *testing.T) {
	const want = "We use the FastTag tagger @."
	for _, intent := range []string{"", "background", "result", "contrast"} {
		req := Request{Paper: tagger, Textual: true, Intent: intent, Context: []string{"We tag our texts first."}}
		for _, d := range composed(t, req, 8) {
			if d.OwnWork || strings.HasPrefix(d.Text, "We ") {
				t.Errorf("%q: %q", intent, shown(d))
			}
		}
	}
	for before, place := range map[string]int{
		"We tag our texts before we parse them.":           0, // the text is about its author's work
		"Texts are tagged first.":                          1,
		"A tagger is slow where it has to learn spelling.": 1,
	} {
		drafts := composed(t, Request{Paper: tagger, Textual: true, Intent: "method", Context: []string{before}}, 3)
		if len(drafts) <= place || shown(drafts[place]) != want || !drafts[place].OwnWork || drafts[place].Textual {
			t.Fatalf("after %q: %+v, want %q at place %d", before, drafts, want, place)
		}
		if e := drafts[place].Evidence; e.Score < 0.6 || !strings.Contains(e.Text, "FastTag, a tagger") {
			t.Errorf("evidence %+v", e)
		}
	}
}

// A draft must not claim to use something that the paper does not name.
func TestAThingWithoutANameIsNotSaidToBeUsed(t *testing.T) {
	for _, abstract := range []string{
		"We present a tagger for old texts that learns spelling rules from a lexicon.",
		"We present a framework for knowledge distillation (KD) of taggers that learns from old texts. KD is cheap.",
		"We study the language of old letters. We call this task Lettering, and it is hard.",
	} {
		p := &paper.Paper{Title: "Tagging old texts", Authors: several, Abstract: abstract}
		for _, d := range composed(t, Request{Paper: p, Textual: true, Intent: "method", Context: []string{"We tag our texts."}}, 3) {
			if d.OwnWork {
				t.Errorf("%q", shown(d))
			}
		}
	}
}

func TestUsesAreInTheTenseOfTheDocument(t *testing.T) {
	req := Request{Paper: tagger, Textual: true, Intent: "method", Context: []string{"Lee (2010) proposed another tagger.", "We tagged our texts."}}
	if got := shown(draft(t, req)); got != "We used the FastTag tagger @." {
		t.Errorf("%q", got)
	}
	if got := (compose.Use{Name: "Penn Treebank", Noun: "treebank"}).Sentence(compose.AsPaper); got != "We use the Penn Treebank "+Mark+"." {
		t.Errorf("%q", got)
	}
}
