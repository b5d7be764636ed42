package draft

import (
	"context"
	"strings"
	"testing"
)

// asked is a drafter that records the requests it receives.
type asked struct {
	request *Request
	drafts  []string
}

func (a asked) Drafts(_ context.Context, req Request, _ int) (all []Draft, err error) {
	*a.request = req
	for _, s := range a.drafts {
		all = append(all, Draft{Text: s, Textual: true})
	}
	return all, nil
}

func written(t *testing.T, w CheckedWriter, req Request) Draft {
	t.Helper()
	drafts, err := w.Write(context.Background(), req, 1)
	if err != nil || len(drafts) != 1 {
		t.Fatal(drafts, err)
	}
	return drafts[0]
}

// The model reads the statements that the composer would write about.
func TestTheModelIsGivenTheBestStatements(t *testing.T) {
	var got Request
	written(t, CheckedWriter{Drafter: asked{request: &got}}, Request{Paper: tagger, Textual: true})
	if len(got.Passages) != 2 || !strings.HasPrefix(got.Passages[0], "We present FastTag") {
		t.Errorf("passages %q", got.Passages)
	}
}

func TestAModelWritesNothingAboutAuthorsThatAreNotKnown(t *testing.T) {
	p := *tagger
	p.Authors = nil
	var got Request
	d := written(t, CheckedWriter{Drafter: asked{&got, []string{Mark + " present FastTag, a tagger for old texts."}}}, Request{Paper: &p})
	if got.Paper != nil || d.Textual {
		t.Errorf("asked for %+v, got %q", got, d.Text)
	}
}

// Truth comes first, then keywords, then the model, whose draft is chosen only if the paper
// supports all of it.
func TestAModelsDraftIsChosenWhereItHolds(t *testing.T) {
	const rewritten = "\uFFFC present a tagger for old texts that learns spelling rules."
	for _, c := range []struct {
		draft, keyword string
		chosen         bool
	}{
		{rewritten, "", true},
		{rewritten, "old texts", true},
		{rewritten, "hidden Markov model", false},                          // the composer names it
		{"\uFFFC present a tagger for all texts of the world.", "", false}, // untrue
		{"\uFFFC showed that a hidden Markov model is better than the use of spelling rules.", "", false}, // the contrary
	} {
		var got Request
		req := Request{Paper: tagger, Textual: true}
		if c.keyword != "" {
			req.Keywords = []string{c.keyword}
		}
		d := written(t, CheckedWriter{Drafter: asked{&got, []string{c.draft}}}, req)
		if (d.Text == c.draft) != c.chosen {
			t.Errorf("%q with keyword %q: %q was written", c.draft, c.keyword, d.Text)
		}
		if d.Evidence.Score < 0.6 || d.Evidence.Text == "" {
			t.Errorf("%q: evidence %+v", d.Text, d.Evidence)
		}
	}
}

// An abbreviation defined in the document is checked as its long form.
func TestAnAbbreviationOfTheDocumentIsChecked(t *testing.T) {
	var got Request
	w := CheckedWriter{Drafter: asked{&got, []string{"\uFFFC show that FastTag reduces errors of tagging by 12% compared with an HMM."}}}
	for before, want := range map[string]bool{"Many use a hidden Markov model (HMM).": true, "Many use a hand-made morphology (HMM).": false} {
		d := written(t, w, Request{Paper: tagger, Textual: true, Context: []string{before}, Keywords: []string{"errors"}})
		if strings.Contains(d.Text, "HMM") != want {
			t.Errorf("after %q: %q", before, d.Text)
		}
	}
}

func TestASentenceThatBreaksOffIsNone(t *testing.T) {
	for s, want := range map[string]bool{
		Mark + " present a tagger for old texts.":                 true,
		"Taggers of old texts are described in " + Mark + ".":     true,
		Mark + " present a tagger based on the one described in.": false,
		Mark + " present a tagger of old texts and.":              false,
	} {
		if isCiting(s) != want {
			t.Errorf("%q: %t", s, !want)
		}
	}
}

func TestTheVerbAgreesWithTheAuthors(t *testing.T) {
	for s, want := range map[string][2]bool{ // with several authors, with one
		" present a tagger.":       {true, false},
		" presents a tagger.":      {false, true},
		" presented a tagger.":     {true, true},
		" discuss a tagger.":       {true, false},
		" discusses a tagger.":     {false, true},
		" have shown that it is.":  {true, false},
		" has shown that it is.":   {false, true},
		" also presents a tagger.": {true, true},
	} {
		for i, single := range []bool{false, true} {
			if got := !disagrees(Mark+s, single); got != want[i] {
				t.Errorf("%q, one author %t: %t", s, single, got)
			}
		}
	}
	if disagrees("Taggers present words "+Mark+".", true) {
		t.Error("the authors are no subject there")
	}
}
