package route

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
	"github.com/scilit-lsp/scilit-lsp/internal/growth"
)

// Clear claims go to the repository where their field publishes.
func TestClaimsGoToTheRepositoryOfTheirDiscipline(t *testing.T) {
	for _, test := range []struct{ claim, primary string }{
		{"Transformers outperform recurrent neural networks in machine translation.", "arxiv"},
		{"Every compact Riemannian manifold of positive sectional curvature has a finite fundamental group.", "arxiv"},
		{"Superconducting qubits lose coherence by coupling to two-level systems.", "arxiv"},
		{"The transcription factor regulates gene expression in root cells of Arabidopsis.", "biorxiv"},
		{"Patients who received the drug had lower mortality than those of the placebo group in a randomized trial.", "medrxiv"},
		{"Higher minimum wages had no effect on employment in low-wage labor markets.", "crossref"},
		{"Voters punish incumbent parties for corruption in elections.", "crossref"},
		{"Extensive reading improves vocabulary acquisition among second-language learners.", "crossref"},
		{"Learners of English as a foreign language notice few grammatical errors.", "crossref"},
		{"Machine translation systems correct the errors that second language learners make.", "arxiv"},
		{"Deadwood enrichment increases the number of forest beetle species.", "crossref"},
	} {
		r := Of(Claim{Text: test.claim})
		if r.Primary != test.primary || r.Secondary == r.Primary || r.Confidence <= 0.25 || r.Confidence > 1 {
			t.Errorf("%s\n  goes to %s, %s with %.2f: %s", test.claim, r.Primary, r.Secondary, r.Confidence, r.Reasoning)
		}
	}
}

// The reasoning quotes words from the claim in their original spelling.
func TestTheReasoningQuotesTheClaim(t *testing.T) {
	claim := "Patients with Diabetes had a higher mortality in this randomized trial."
	r := Of(Claim{Text: claim})
	quoted := strings.Split(r.Reasoning, "“")[1:]
	if len(quoted) == 0 {
		t.Fatalf("no word is quoted: %s", r.Reasoning)
	}
	for _, q := range quoted {
		if word, _, _ := strings.Cut(q, "”"); !strings.Contains(claim, word) {
			t.Errorf("%q is not in the claim: %s", word, r.Reasoning)
		}
	}
}

func TestClaimsOfNoKnownWordGoToARepositoryOfAllDisciplines(t *testing.T) {
	for _, claim := range []string{"", "   ", "?!", "\x00\xff", "量子もつれ", "42 17", "[CITE]"} {
		if r := Of(Claim{Text: claim}); r.Primary != "crossref" || r.Secondary != "openalex" || r.Confidence != 0 || r.Reasoning == "" {
			t.Errorf("%q: %+v", claim, r)
		}
	}
}

// A claim without characteristic words is routed by its title and context.
func TestContextAndTitleDecideWhereTheClaimDoesNot(t *testing.T) {
	claim := Claim{Text: "This is known.", Title: "Seismic tomography of the mantle below the Andes"}
	if r := Of(claim); r.Primary != "crossref" || !strings.Contains(r.Reasoning, "the title") {
		t.Errorf("%+v", r)
	}
}

func TestFormulasDoNotCount(t *testing.T) {
	if got := prose("cost $5 and $\\mathbb{R}^n$ then [CITE] $x"); strings.Contains(got, "mathbb") || strings.Contains(got, "CITE") {
		t.Errorf("prose is %q", got)
	}
}

func TestWeightsAreWrittenAsTheyAreRead(t *testing.T) {
	var file bytes.Buffer
	if _, err := Default().WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	again, err := parseModel(file.String())
	if err != nil {
		t.Fatal(err)
	}
	c := Claim{Text: "Neural networks learn the structure of proteins."}
	if a, b := Default().Route(c), again.Route(c); a.Primary != b.Primary || a.Reasoning != b.Reasoning {
		t.Errorf("%+v is not %+v", a, b)
	}
}

func TestFitLearnsWhatTheExamplesSay(t *testing.T) {
	var examples []Example
	for range minOfOne {
		examples = append(examples, Example{sources.Physics, "a", "quark plasma", "The quark plasma cools."}, Example{sources.Economics, "b", "labor markets", "Labor markets clear."})
	}
	m := Fit(examples, FitOptions{Seed: 1, Rounds: 3, MinTexts: 2, MaxTerms: 3, SourcePower: 1})
	if got := m.Route(Claim{Text: "A quark plasma"}); got.Primary != "arxiv" || len(m.terms) != 3 {
		t.Errorf("%d terms, %+v", len(m.terms), got)
	}
}

// A word absent from the examples counts by its similarity to theirs.
func TestUnknownWordsCountByTheirVectors(t *testing.T) {
	var examples []Example
	for range minOfOne {
		examples = append(examples, Example{sources.Physics, "a", "a study of quarks", "Quarks and gluons collide."},
			Example{sources.Economics, "b", "a study of prices", "Prices and wages rise."})
	}
	m := Fit(examples, FitOptions{Seed: 1, Rounds: 3, MinTexts: 2, MaxTerms: 100, SourcePower: 1})
	for claim, primary := range map[string]string{"A study of unemployment": "crossref", "A study of neutrinos": "arxiv"} {
		if got := m.Route(Claim{Text: claim}); got.Primary != primary {
			t.Errorf("%s: %+v", claim, got)
		}
	}
}

// Calibration with texts unlike the training data changes the confidence and the repositories, but
// not the original model.
func TestCalibrationFollowsTheTruths(t *testing.T) {
	before := Default().Route(Claim{Text: "The network was trained on data of the world."})
	var truths []Truth
	for range 8 {
		truths = append(truths, Truth{Claim{Text: "The network was trained on data of the world."}, sources.Biology}, Truth{Claim{Text: "Cells divide."}, sources.Biology})
	}
	m := Default().Calibrated(truths)
	after := m.Route(Claim{Text: "The network was trained on data of the world."})
	if loss, least := newCalibration(m, truths).loss(), newCalibration(Default(), truths).loss(); loss >= least {
		t.Errorf("the loss rose from %.3f to %.3f", least, loss)
	}
	if again := Default().Route(Claim{Text: "The network was trained on data of the world."}); again.Confidence != before.Confidence {
		t.Errorf("calibrating changed the model: %+v", again)
	}
	if after.Primary != "biorxiv" {
		t.Errorf("%+v", after)
	}
}

func TestBrokenWeightsAreRefused(t *testing.T) {
	for _, data := range []string{"", "{}", "{}\n", weights[:len(weights)-1], weights + "x", strings.Replace(weights, "physics", "chysics", 1), strings.Replace(weights, "advantage", "bdvantage", 1)} {
		if _, err := parseModel(data); err == nil {
			t.Errorf("%.60q is accepted as weights", data)
		}
	}
}

func TestGrowthOfTheClaim(t *testing.T) {
	seeds := append(growth.Text, growth.Repeat("$", "$ a", "[CITE]", "quark plasma ", "patient ")...)
	growth.Linear(t, seeds, func(s string) { features(s, Default().id) })
}

func FuzzRoute(f *testing.F) {
	f.Add("Transformers outperform recurrent networks.", "Before.", "On translation")
	f.Add("$\xff$ [CITE] 量子", "\x00", "")
	f.Fuzz(func(t *testing.T, claim, context, title string) {
		c := Claim{Text: claim, Context: []string{context, context}, Title: title}
		r := Of(c)
		if r.Primary == "" || r.Secondary == "" || r.Primary == r.Secondary || r.Confidence < 0 || r.Confidence > 1.000001 || r.Reasoning == "" {
			t.Errorf("%+v", r)
		}
		if utf8.ValidString(claim+context+title) && !utf8.ValidString(r.Reasoning) {
			t.Errorf("broken text %q", r.Reasoning)
		}
		if again := Of(c); again.Reasoning != r.Reasoning {
			t.Errorf("%q, then %q", r.Reasoning, again.Reasoning)
		}
	})
}
