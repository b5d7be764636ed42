package draft

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"
)

// A labelledDraft holds a reader's label for a draft and the values of the draft's traits.
type labelledDraft struct {
	Place  int
	Traits [traits]float64
	Label  float64
}

// The drafts that readers rated best have the greatest worths. Changing one label by 1 changes the
// mean by .01.
func TestWorthsPreferTheDraftsThatReadersPrefer(t *testing.T) {
	f, err := os.Open("testdata/labelled.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	type choice struct{ worth, label, best float64 }
	places := make(map[int]choice)
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var d labelledDraft
		if err := json.Unmarshal(lines.Bytes(), &d); err != nil {
			t.Fatal(err)
		}
		worth := 0.0
		for i, value := range d.Traits {
			worth += worths[i] * value
		}
		c, seen := places[d.Place]
		if !seen || worth > c.worth {
			c.worth, c.label = worth, d.Label
		}
		c.best = max(c.best, d.Label)
		places[d.Place] = c
	}
	chosen, best := 0.0, 0.0
	for _, c := range places {
		chosen, best = chosen+c.label, best+c.best
	}
	if share := chosen / best; len(places) == 0 || share < 0.8 {
		t.Errorf("%d places: chosen drafts have %.3f of the greatest labels", len(places), share)
	}
}

func TestTraitsOfDrafts(t *testing.T) {
	a := newAppraiser(Request{Paper: tagger, Context: []string{"Many parsers use HMMs."}})
	for text, want := range map[string]map[trait]float64{
		Mark + " aim to tag old texts.":                                {isAim: 1},
		Mark + " show that EM204 may help to breed rice with HMMs.":    {isPromise: 1, unexplained: 1},
		"In old texts, " + Mark + " show that their tagger is fast.":   {opened: 1, possessive: 1},
		Mark + " provide new insights into the spelling of old texts.": {isPromise: 1},
		Mark + " show that spelling rules reduce errors.":              {},
	} {
		got := a.traitsOf(scoredDraft{Draft: Draft{Text: text, Textual: true}})
		for _, i := range []trait{isAim, isPromise, unexplained, opened, possessive} {
			if got[i] != want[i] {
				t.Errorf("%q: trait %d is %v, want %v", text, i, got[i], want[i])
			}
		}
	}
}
