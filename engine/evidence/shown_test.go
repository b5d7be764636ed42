package evidence

import (
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

func relationTo(t *testing.T, claim, abstract string) Evidence {
	t.Helper()
	p := &engine.Paper{ID: "p", Title: "Sleep and its measures", Abstract: abstract}
	e, err := Finder{}.Find(t.Context(), Claim{Text: claim}, p)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestWhatThePaperReportsOfOthersIsNotItsFinding(t *testing.T) {
	const finding = "sleep restriction impairs the recall of word pairs in healthy adults."
	for lead, want := range map[string]Relation{
		"Previous studies have shown that ": Related,
		"We show that ":                     Supports,
	} {
		e := relationTo(t, "S"+finding[1:], lead+finding+" The hippocampus was imaged in each of the participants.")
		if e.Relation != want || want == Related && !strings.Contains(e.Reason, "Previous studies have shown") {
			t.Errorf("%s: %s: %s", lead, e.Relation, e.Reason)
		}
	}
}

// Together the sentences contain all words of the claim, but the claim swaps their statements about
// the two parts.
func TestWordsOfSeveralSentencesDoNotShowAClaim(t *testing.T) {
	e := relationTo(t, "DFMed represents dialogue acts as a graph flow, whereas transitions between medical "+
		"entities follow a purely sequential flow.",
		"Medical dialogue systems help patients. We propose DFMed. It extracts the medical entities and "+
			"dialogue acts used in the dialogue "+
			"history and models their transitions with an entity-centric graph flow and a sequential act flow, respectively. "+
			"We employ two sequential models to encode them.")
	if e.Relation == Supports || e.Support < supportedFrom {
		t.Errorf("%+v", e)
	}
}

func TestABoundIsNotAnotherNumber(t *testing.T) {
	e := relationTo(t, "The model reached an average F1 above 58 on the extraction track.",
		"The model reached an entity F1 of 60.73 and an average F1 of 58.37 on the extraction track.")
	if e.Relation == Refutes {
		t.Errorf("%+v", e)
	}
}
