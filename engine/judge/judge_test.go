package judge

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/internal/growth"
)

// words is a network that is certain of support if the premise contains all words of the claim, and of
// contradiction if the premise contains "not". It records the pairs it reads.
type words struct{ pairs []Pair }

func (w *words) Judge(ctx context.Context, pairs []Pair) ([]Logits, error) {
	w.pairs = append(w.pairs, pairs...)
	logits := make([]Logits, len(pairs))
	for i, p := range pairs {
		shown := true
		for word := range strings.FieldsSeq(p.Hypothesis) {
			shown = shown && strings.Contains(p.Premise, strings.Trim(word, "."))
		}
		switch {
		case strings.Contains(p.Premise, "not "):
			logits[i].Contradict = 5
		case shown:
			logits[i].Support = 5
		default:
			logits[i].Neither = 5
		}
	}
	return logits, ctx.Err()
}

var mice = Paper{
	Title: "Ageing in mice.",
	Sentences: []string{
		"Old mice live long.", "We studied cells.", "T cells of old mice suppress tumours.", "More work is needed.",
	},
}

func TestTheClosestSentencesAreReadTogetherAndAlone(t *testing.T) {
	network := &words{}
	r, err := Model{network}.Read(t.Context(), "T cells suppress tumours.", mice)
	if err != nil || r.Sentence != 2 || r.Support < 0.5 || r.Contradict > 0.5 {
		t.Errorf("%+v, %v", r, err)
	}
	const title = "Ageing in mice. "
	want := []Pair{
		{title + mice.Sentences[2], "T cells suppress tumours."},
		{title + mice.Sentences[1], "T cells suppress tumours."},
		{title + mice.Sentences[0], "T cells suppress tumours."},
		{title + strings.Join(mice.Sentences[:3], " "), "T cells suppress tumours."},
		{title + strings.Join(mice.Sentences, " "), "T cells suppress tumours."},
	}
	if diff := cmp.Diff(want, network.pairs); diff != "" {
		t.Errorf("pairs, want - got +:\n%s", diff)
	}
}

func TestTheContradictingSentenceDecides(t *testing.T) {
	paper := Paper{Sentences: []string{"Cells grow.", "The cells do not suppress tumours.", "Cells suppress tumours."}}
	r, err := Model{&words{}}.Read(t.Context(), "Cells suppress tumours.", paper)
	if err != nil || r.Sentence != 1 || r.Contradict < 0.5 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestNothingIsReadWithoutTexts(t *testing.T) {
	network := &words{}
	for claim, sentences := range map[string][]string{"": mice.Sentences, "Old mice live long.": nil, "Mice live.": {"", " "}} {
		r, err := Model{network}.Read(t.Context(), claim, Paper{"Mice", sentences})
		if err != nil || r.Sentence != -1 || r.Support != 0 || r.Contradict != 0 || len(network.pairs) > 0 {
			t.Errorf("%q: %+v, %v", claim, r, err)
		}
	}
}

// However long a full text is, its premises have at most a few hundred words.
func TestPremisesAreShort(t *testing.T) {
	network := &words{}
	long := strings.Repeat("tumours of mice ", 1000)
	paper := Paper{long, []string{long, long, long + "suppress", long}}
	if _, err := (Model{network}).Read(t.Context(), long, paper); err != nil {
		t.Fatal(err)
	}
	for _, p := range network.pairs {
		if len(p.Premise) > 5<<10 || len(p.Hypothesis) > 1<<10 {
			t.Errorf("%d and %d bytes are read", len(p.Premise), len(p.Hypothesis))
		}
	}
}

func TestACanceledReadingEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (Model{&words{}}).Read(ctx, "Old mice live long.", mice); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(mice.Sentences[2], mice.Sentences[0], mice.Sentences[1])
	f.Add("\xff not 5% \x00", strings.Repeat("than ", 300), "")
	f.Add("(((", "[SEP]", "n't")
	f.Fuzz(func(t *testing.T, claim, a, b string) {
		r, err := Model{&words{}}.Read(t.Context(), claim, Paper{a, []string{a, b}})
		if err != nil || !(r.Contradict >= 0 && r.Contradict <= 1) || r.Sentence > 1 {
			t.Errorf("%+v, %v", r, err)
		}
	})
}

func TestGrowthOfReading(t *testing.T) {
	seeds := append(growth.Repeat("a ", "not ", "higher than b. ", "1 ", "cat dog. ", "\xff"), growth.Text...)
	growth.Linear(t, seeds, func(s string) {
		_, _ = Model{&words{}}.Read(context.Background(), s, Paper{s, strings.SplitAfter(s, ". ")})
	})
}
