package judge

import (
	"math"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/check"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
)

// The probabilities are those of models/train/judge.py, whose weights are not rounded to bytes.
func TestThePairsAreReadAsInTraining(t *testing.T) {
	const coral = "Here, we present the first short-term (21 days) data on the effects of increased CO2 (750ppm) upon " +
		"the metabolism of freshly collected L. pertusa from Mingulay Reef Complex, Scotland, for comparison with net calcification."
	for _, c := range []struct {
		Pair
		want [3]float64
	}{
		{Pair{"Over 21 days, corals exposed to increased CO2 conditions had significantly lower respiration rates " +
			"(11.4±1.39 SE, µmolO2g-1tissuedryweighth-1) than corals in control conditions (28.6±7.30 SE µmolO2g-1tissuedryweighth-1).",
			"Under three weeks of elevated carbon dioxide, a reef-forming Atlantic coral consumed oxygen at less than half " +
				"the rate of control colonies while calcifying just as fast."}, [3]float64{0.110, 0.145, 0.745}},
		{Pair{coral, "Skeleton building in Lophelia pertusa slowed markedly after three weeks at 750 ppm CO2, whereas its " +
			"oxygen consumption stayed at control levels."}, [3]float64{0.029, 0.020, 0.952}},
		{Pair{coral, "Lipid stores are sufficient to keep Lophelia pertusa calcifying at normal rates through many months " +
			"of exposure to 750 ppm CO2."}, [3]float64{0.169, 0.056, 0.775}},
	} {
		x, err := newReader(onnx.Static()).pair(t.Context(), c.Pair)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range softmax(trained().logits(x)) {
			if math.Abs(p-c.want[i]) > 0.02 {
				t.Errorf("%.30q, output %d: %.3f, want %.3f", c.Hypothesis, i, p, c.want[i])
			}
		}
	}
}

// New features of check or of this package need a new network.
func TestTheNetworkKnowsAllFeatures(t *testing.T) {
	if n := len(FeatureNames) + len(check.FeatureNames); n != len(trained().mean) || n != len(trained().scale) {
		t.Errorf("%d features, the network was trained on %d", n, len(trained().mean))
	}
}

func TestADamagedNetworkIsRejected(t *testing.T) {
	header, _, _ := strings.Cut(networkData, "\n")
	for _, data := range []string{"", "{", "{}\n", header + "\n", networkData[:len(networkData)-1], networkData + "x",
		`{"shapes":[[1000000000,1000000000]]}` + "\n", `{"shapes":[[-1,1]]}` + "\n"} {
		if _, err := readNetwork(data); err == nil {
			t.Errorf("%.40q is read", data)
		}
	}
}

func TestWordsKnowTheirPlaceInTheTree(t *testing.T) {
	words := wordsOf("The drug did not reduce the risk more than placebo.", maxPremise)
	is := make(map[string]property)
	for _, w := range words {
		is[w.norm] = w.is
	}
	for word, want := range map[string]property{
		"drug": subject, "reduce": denied | predicate | content, "risk": object | denied, "placebo": standard, "not": negator,
	} {
		if is[word]&want != want {
			t.Errorf("%s: %b, want %b", word, is[word], want)
		}
	}
	if is["drug"]&object != 0 || is["risk"]&standard != 0 {
		t.Errorf("drug %b, risk %b", is["drug"], is["risk"])
	}
}

func TestOppositesGoBothWays(t *testing.T) {
	a, b := wordsOf("The yield increased.", maxPremise), wordsOf("The yield decreased.", maxPremise)
	if at := align(a, b)[2].contrary; at != 2 {
		t.Errorf("increased: the opposite is at %d", at)
	}
	if at := align(b, a)[2].contrary; at != 2 {
		t.Errorf("decreased: the opposite is at %d", at)
	}
}
