package choice

import (
	"encoding/json"
	"flag"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the scores and forms as they are now")

// A goldenPlace is a citation context that was written for this test. It cites a paper in
// testdata/places.json.
type goldenPlace struct {
	Name, ID, License, Title    string
	Abstract, Context, Keywords []string
	Manuscript, Section, Intent string
	Scores                      []float64
	Forms                       map[Form]float64
}

func (g goldenPlace) place() Place {
	return Place{Context: g.Context, Keywords: g.Keywords, Title: g.Manuscript, Section: g.Section, Intent: g.Intent}
}

func (g goldenPlace) work() Work {
	w := Work{Title: g.Title}
	for _, s := range g.Abstract {
		w.Statements = append(w.Statements, Statement{Text: s, Section: AbstractSection})
	}
	return w
}

const goldenFile = "testdata/places.json"

func goldenPlaces(t *testing.T) (places []goldenPlace) {
	t.Helper()
	data, err := os.ReadFile(goldenFile)
	if err == nil {
		err = json.Unmarshal(data, &places)
	}
	if err != nil || len(places) == 0 {
		t.Fatalf("%d places: %v", len(places), err)
	}
	return places
}

func TestScoresAndFormsAreThoseOfTheGoldenFile(t *testing.T) {
	places := goldenPlaces(t)
	for i, g := range places {
		scores, shares := Scores(g.place(), g.work()), trained().Shares(g.place(), g.Abstract[0])
		if *update {
			places[i].Scores, places[i].Forms = scores, make(map[Form]float64)
			for k, form := range AllForms {
				places[i].Forms[form] = shares[k]
			}
			continue
		}
		for k, score := range scores {
			if math.Abs(score-g.Scores[k]) > 1e-9 {
				t.Errorf("%s: statement %d scores %v, want %v", g.Name, k, score, g.Scores[k])
			}
		}
		for k, form := range AllForms {
			if math.Abs(shares[k]-g.Forms[form]) > 1e-9 {
				t.Errorf("%s: form %s has %v, want %v", g.Name, form, shares[k], g.Forms[form])
			}
		}
	}
	if *update {
		data, err := json.MarshalIndent(places, "", "\t")
		if err == nil {
			err = os.WriteFile(goldenFile, append(data, '\n'), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestAClaimGetsTheResultAndNotTheAim(t *testing.T) {
	for _, g := range goldenPlaces(t) {
		scores := Scores(g.place(), g.work())
		best := g.Abstract[slices.Index(scores, slices.Max(scores))]
		for _, lesser := range []string{"The objective of this paper", "Further validation", "is crucial to ensure"} {
			if strings.Contains(best, lesser) {
				t.Errorf("%s: chose %q", g.Name, best)
			}
		}
	}
}

func TestFormsOfCitingSentences(t *testing.T) {
	for sentence, want := range map[string]Form{
		"Lee et al. ([CITE]) showed that parsers fail on questions.":                          Result,
		"[CITE] propose a parser for questions.":                                              Result,
		"Parsers fail on questions ([CITE]).":                                                 Fact,
		"Bayesian optimization ([CITE]) models the reward as a Gaussian process.":             Mention,
		"We use the parser of Lee ([CITE]) for all experiments.":                              Use,
		"Reads were aligned using BWA ([CITE]) and sorted.":                                   Use,
		"In contrast to earlier parsers, this one fails on questions ([CITE]).":               Contrast,
		"Parsing is defined as the assignment of a tree to a sentence ([CITE]).":              Definition,
		"As they put it, “a parser that fails on a question has not understood it” ([CITE]).": Quotation,
	} {
		if got := FormOf(sentence); got != want {
			t.Errorf("%q is %s, want %s", sentence, got, want)
		}
	}
}

func TestFeaturesHaveNames(t *testing.T) {
	g := goldenPlaces(t)[0]
	for _, row := range Features(g.place(), g.work()) {
		if len(row) != len(FeatureNames()) {
			t.Fatalf("%d features, %d names", len(row), len(FeatureNames()))
		}
	}
	if got, want := len(FormFeatures(g.place(), g.Abstract[0])), len(FormFeatureNames()); got != want {
		t.Errorf("%d features of forms, %d names", got, want)
	}
	for _, columns := range [][]int{related(), placeCues, openingCues, neighbourCues} {
		if slices.Contains(columns, -1) {
			t.Errorf("an unknown name: %v", columns)
		}
	}
}

func TestHostileInput(t *testing.T) {
	huge := strings.Repeat("weed (1999) we use is a ", 1<<16)
	p := Place{Context: []string{huge, "", huge}, Keywords: slices.Repeat([]string{huge}, 1000), Title: huge,
		Section: huge, Intent: huge}
	w := Work{Title: huge, Statements: slices.Repeat([]Statement{{Text: huge}, {}, {Text: "\xff\x00"}, {Text: "%"}}, 2500)}
	scores := Scores(p, w)
	if len(scores) != len(w.Statements) {
		t.Fatalf("%d scores of %d statements", len(scores), len(w.Statements))
	}
	for i, score := range scores {
		if empty := i%4 != 0 && i%4 != 2; (empty || i >= MaxStatements) != (score == unread) && i%4 != 2 {
			t.Fatalf("statement %d scores %v", i, score)
		}
		if math.IsNaN(score) || math.IsInf(score, 0) {
			t.Fatalf("statement %d scores %v", i, score)
		}
	}
	sum := 0.0
	for _, share := range trained().Shares(p, huge) {
		sum += share
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("shares add to %v", sum)
	}
}

func TestNoStatementsHaveNoScores(t *testing.T) {
	if scores := Scores(Place{}, Work{}); len(scores) != 0 {
		t.Error(scores)
	}
}

func TestDamagedWeightsAreRefused(t *testing.T) {
	for _, data := range []string{"", "{}", "[]", string(modelData[:len(modelData)/2]),
		strings.Replace(string(modelData), `"cosine"`, `"sine"`, 1)} {
		if _, err := ReadModel(strings.NewReader(data)); err == nil {
			t.Errorf("read %.40q", data)
		}
	}
}

func FuzzScores(f *testing.F) {
	f.Add("Parsers fail on questions ([CITE]).", "We show that parsers fail.", "parser")
	f.Add("“", "RESULTS: 19)", "%")
	f.Fuzz(func(t *testing.T, context, statement, keyword string) {
		p := Place{Context: []string{context}, Keywords: []string{keyword}, Title: statement}
		for _, score := range Scores(p, Work{Title: keyword, Statements: []Statement{{Text: statement}, {Text: context}}}) {
			if math.IsNaN(score) || math.IsInf(score, 0) {
				t.Errorf("score %v", score)
			}
		}
		if !slices.Contains(AllForms, FormOf(statement)) {
			t.Error("no form")
		}
		trained().Shares(p, statement)
	})
}

func BenchmarkScores(b *testing.B) {
	var places []goldenPlace
	data, err := os.ReadFile(goldenFile)
	if err == nil {
		err = json.Unmarshal(data, &places)
	}
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		Scores(places[0].place(), places[0].work())
	}
}
