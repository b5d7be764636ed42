package onnx

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/judge"
)

func TestTextsAreEncodedAsInTraining(t *testing.T) {
	tokens, err := LoadTokenizer("../../models/claim-judge/tokenizer.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		first, second string
		limit         int
		want          []int64
		segment       int // number of ids in the first text
	}{
		"short":   {"We show it.", "A survey.", 20, []int64{101, 2057, 2265, 2009, 1012, 102, 1037, 5002, 1012, 102}, 6},
		"nothing": {"", "", 20, []int64{101, 102, 102}, 2},
		"a long first text": {
			strings.Repeat("d ", 200), "A survey.", 12, []int64{101, 1040, 1040, 1040, 1040, 1040, 1040, 102, 1037, 5002, 1012, 102}, 8,
		},
		"both are long": {
			strings.Repeat("d ", 200), strings.Repeat("w ", 200), 110,
			slices.Concat([]int64{101}, slices.Repeat([]int64{1040}, 11), []int64{102}, slices.Repeat([]int64{1059}, 96), []int64{102}), 13,
		},
		"special tokens": {"We [SEP] it.", "[CLS]", 30, []int64{101, 2057, 1031, 19802, 1033, 2009, 1012, 102, 1031, 18856, 2015, 1033, 102}, 8},
	} {
		t.Run(name, func(t *testing.T) {
			ids, segments := tokens.encodeTexts(c.first, c.second, c.limit)
			if diff := cmp.Diff(c.want, ids); diff != "" {
				t.Errorf("ids, want - got +:\n%s", diff)
			}
			want := append(make([]int64, c.segment), slices.Repeat([]int64{1}, len(ids)-c.segment)...)
			if diff := cmp.Diff(want, segments); diff != "" {
				t.Errorf("segments, want - got +:\n%s", diff)
			}
		})
	}
}

// installedJudge returns the judge that `make models` installs. It skips the test if it is missing.
func installedJudge(t testing.TB) *Judge {
	t.Helper()
	if errNoCgo != nil {
		t.Skip(errNoCgo)
	}
	f, err := Locate(Settings{Model: DefaultJudge})
	if err != nil {
		t.Skip(err)
	}
	j, err := OpenJudge(f)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	return j
}

// The pairs have clear verdicts, since kernels for different processors round 8-bit products differently.
func TestTheJudgeTellsSupportFromContradiction(t *testing.T) {
	const winds = "An assessment of a three-beam Doppler lidar wind profiling method for use in urban areas. We compare " +
		"3993h of wind speed data collected using a three-beam Doppler lidar wind profiling method with data from a " +
		"sonic anemometer (190m). The lidar tended to overestimate the wind speed by ≈0.5ms-1 for wind speeds below " +
		"20ms-1. Accuracy may be improved by increasing the scanning frequency of the lidar."
	const languages = "SERENGETI: Massively Multilingual Language Models for Africa. SERENGETI outperforms other models on 11 " +
		"datasets across the eights tasks, achieving 82.27 average F_1."
	const rats = "The extract lowered blood glucose in diabetic rats, whereas the body weight of the rats did not change."
	logits, err := installedJudge(t).Judge(t.Context(), []judge.Pair{
		{Premise: winds, Hypothesis: "At speeds under 20 m/s, the winds that a three-beam lidar measured over London were " +
			"about half a metre per second too fast."},
		{Premise: languages, Hypothesis: "SERENGETI was the best of the compared models on every one of the twenty " +
			"evaluation datasets."},
		{Premise: rats, Hypothesis: "Transformers translate long sentences into Turkish."},
		{Premise: rats, Hypothesis: "Did the extract change the weight of the rats?"},
		{Premise: rats, Hypothesis: "How many sentences were translated into Turkish?"},
	})
	if err != nil {
		t.Fatal(err)
	}
	top := func(l judge.Logits) string {
		switch max(l.Support, l.Contradict, l.Neither) {
		case l.Support:
			return "support"
		case l.Contradict:
			return "contradict"
		}
		return "neither"
	}
	for i, want := range []string{"support", "contradict", "neither"} {
		if got := top(logits[i]); got != want {
			t.Errorf("pair %d: %s instead of %s: %+v", i, got, want, logits[i])
		}
	}
	if logits[3].Answers <= logits[4].Answers {
		t.Errorf("answers: %.2f, not an answer: %.2f", logits[3].Answers, logits[4].Answers)
	}
}

func BenchmarkJudge(b *testing.B) {
	j := installedJudge(b)
	pair := judge.Pair{
		Premise:    strings.Repeat("CD4 T cells of old mice were unable to suppress the growth of the tumour. ", 4),
		Hypothesis: "CD4 T cells of old mice stopped the tumour from growing.",
	}
	for b.Loop() {
		if _, err := j.Judge(b.Context(), []judge.Pair{pair}); err != nil {
			b.Fatal(err)
		}
	}
}

// Of 55 true contradictions, the rules find 34 and the network confirms 25. None of the other 93 pairs
// is marked. The pair with a claim about the author's own work is skipped, since drafts never contradict one.
func TestTheJudgeConfirmsContradictions(t *testing.T) {
	content, err := os.ReadFile("../check/testdata/opposite.txt")
	if err != nil {
		t.Fatal(err)
	}
	model, marked, pairs := judge.Model{Network: installedJudge(t)}, map[string]int{}, map[string]int{}
	for _, block := range strings.Split(string(content), "\n\n")[1:] {
		lines := strings.Split(strings.TrimSpace(block), "\n")
		claim, said := lines[1], lines[3]
		if strings.HasPrefix(claim, "We ") {
			continue
		}
		if rest, ours := strings.CutPrefix(said, "We "); ours {
			said = "The authors " + rest
		}
		pairs[lines[0]]++
		contradicts, err := model.Contradict(t.Context(), judge.Sentence{Text: claim}, judge.Sentence{Title: lines[2], Text: said})
		switch {
		case err != nil:
			t.Fatal(err)
		case contradicts && lines[0] == "none":
			t.Errorf("%q does not contradict %q", said, claim)
		case contradicts:
			marked[lines[0]]++
		}
	}
	t.Log(marked, pairs)
	if marked["contrast"] < 22 { // kernels for different processors round differently
		t.Errorf("only %d of %d contradictions are found", marked["contrast"], pairs["contrast"])
	}
}

// Of four papers, one contradicts the claim, one supports it, and two contradict a similar one.
func TestADraftThatContradictsTheClaimIsAContrast(t *testing.T) {
	e := engine.New(engine.Parts{Judge: installedJudge(t)})
	const claim = "Metformin extends the lifespan of flies."
	for abstract, want := range map[string]bool{
		"Drugs against ageing are rare. We find that metformin does not extend the lifespan of flies.": true,
		"Drugs against ageing are rare. We find that metformin extends the lifespan of flies.":         false,
		"Drugs against ageing are rare. We find that metformin does not extend the lifespan of mice.":  false,
		"Drugs against ageing are rare. We find that metformin does not extend the wings of flies.":    false,
	} {
		p := &engine.Paper{ID: "a", Title: "Metformin", Abstract: abstract, Authors: []engine.Author{{Family: "Lee"}, {Family: "Ng"}}}
		req := engine.DraftRequest{Paper: p, Claim: claim, Intent: "result", Textual: true,
			Context: []string{"Flies are short-lived.", claim}}
		for _, draft := range []func() (engine.Draft, error){
			func() (engine.Draft, error) { return e.Draft(t.Context(), req) },
			func() (engine.Draft, error) { return e.Composed(t.Context(), req) },
		} {
			d, err := draft()
			if err != nil || !strings.Contains(d.Text, "metformin ") || d.Contradicts != want || strings.HasPrefix(d.Text, "In contrast, ") != want {
				t.Errorf("%s: %q, %v", abstract, d.Text, err)
			}
		}
	}
}
