package check

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"strings"
	"testing"
)

var passages = []string{
	"Phrasetable Smoothing for Statistical Machine Translation",
	"We discuss different strategies for smoothing the phrasetable in statistical MT, and give results over a range of translation settings.",
	"We show that any type of smoothing is a better idea than the relative-frequency estimates that are often used.",
	"The best smoothing techniques yield consistent gains of approximately 1% (absolute) according to the BLEU metric on four language pairs.",
	"Smoothing does not need 10,000 sentences of Chinese-English text.",
}

func TestRulesNameTheFlaw(t *testing.T) {
	for sentence, want := range map[string]string{
		mark + " compare strategies for smoothing the phrasetable in statistical machine translation.": "",
		"Smoothing is a better idea than relative-frequency estimates " + mark + ".":                   "",
		"Smoothing yields gains of 1 percent BLEU on 4 language pairs " + mark + ".":                   "",
		"The smoothing of phrasetables needs no 10k sentences " + mark + ".":                           "",
		"Smoothing yields gains of 1% on five language pairs " + mark + ".":                            "the paper does not contain the number five; the closest passage has four",
		"Smoothing yields gains of 100% BLEU " + mark + ".":                                            "the paper does not contain the number 100; the closest passage has 1",
		"Smoothing phrasetables helps Moses " + mark + ".":                                             "the paper does not mention Moses",
		"Smoothing is a worse idea than relative-frequency estimates " + mark + ".":                    "the paper contradicts “worse”",
		"Smoothing is not a better idea than relative-frequency estimates " + mark + ".":               "the sentence negates “better”, but the paper does not",
		"Smoothing is far from a better idea than relative-frequency estimates " + mark + ".":          "the sentence negates “better”, but the paper does not",
		"Smoothing needs 10,000 sentences of Chinese-English text " + mark + ".":                       "the paper negates “need”, but the sentence does not",
		"Relative-frequency estimates are better than smoothing " + mark + ".":                         "the paper compares “estimates” the other way around",
		"The worst smoothing techniques yield consistent gains according to BLEU " + mark + ".":        "the paper contradicts “worst”",
		mark + " smooth the phrasetable in statistical MT for paraphrasing.":                           "the paper does not mention “paraphrasing”",
		"In this paper, we smooth the phrasetable as " + mark + ".":                                    "the sentence describes your own work: “we smooth”",
	} {
		if e := Examine(sentence, passages); e.Flaw != want {
			t.Errorf("%s: %q, want %q", sentence, e.Flaw, want)
		}
	}
}

func TestNumbersAreComparedByValue(t *testing.T) {
	for pair, want := range map[[2]string]bool{
		{"1,000 tasks", "1000 tasks"}: true, {"ten tasks", "10 tasks"}: true, {"3 million", "3,000,000"}: true, {"4.50", "4.5"}: true, {"10k", "10,000"}: true,
		{"2 percent", "2%"}: true, {"2%", "2 tasks"}: false, {"1.5", "15"}: false, {"1,5", "1.5"}: true, {"a dozen", "12"}: true, {"3 million", "3"}: false,
	} {
		a, b := quantitiesOf(pair[0]), quantitiesOf(pair[1])
		if len(a) != 1 || len(b) != 1 || (a[0].value == b[0].value && sameUnit(a[0].unit, b[0].unit)) != want {
			t.Errorf("%q: %+v, %+v, want %v", pair, a, b, want)
		}
	}
}

// A paper may write the claim's words in other ways.
func TestPassagesAreReadAsTheClaimWrites(t *testing.T) {
	paper := []string{
		"Soils and mills",
		"Soil organic carbon (SOC) and SIC (soil inorganic carbon) were measured.",
		"Straw led to an increase in SOC by 19% and in SIC by 3%, but not in N uptake.",
		"MillNet is a model of mills. It does not read German maps.",
		"MillNet runs on coal.",
		"In winter, it burns bran.",
		"A pathway is proposed for NO regulation of leaves.",
		"Neither straw, ash nor the absence of the Ph1 locus is associated with rust.",
		"Roots of ospin mutants were short, but rust was not seen in ospin plants.",
		"The levels of IGF-I was reduced.",
	}
	for sentence, want := range map[string]string{
		"Straw led to an increase in soil organic carbon by 19% " + mark + ".":                      "",
		"Straw led to an increase in soil inorganic carbon by 3% " + mark + ".":                     "",
		"In winter, MillNet burns bran " + mark + ".":                                               "",
		"A pathway is proposed for nitric oxide regulation of leaves " + mark + ".":                 "the paper does not mention “nitric oxide”",
		"A pathway is proposed for NO regulation of leaves " + mark + ".":                           "",
		"Neither straw, ash nor the absence of the Ph1 locus is associated with rust " + mark + ".": "",
		"Roots of ospin mutants were short " + mark + ".":                                           "",
		"The levels of IGF-I was reduced " + mark + ".":                                             "",
		"The absence of the Ph1 locus is associated with rust " + mark + ".":                        "the sentence negates “Ph1”, but the paper does not",
		"MillNet reads German maps " + mark + ".":                                                   "the paper negates “read”, but the sentence does not",
	} {
		if e := Examine(sentence, paper); e.Flaw != want {
			t.Errorf("%s: %q, want %q", sentence, e.Flaw, want)
		}
	}
}

// Reversed, moved, overstated and open statements are detected, and those that only look like them
// are not.
func TestSidesNumbersAndDegrees(t *testing.T) {
	paper := []string{
		"Mills and antibodies",
		"Millers had lower antibodies than bakers in the north.",
		"The link was stronger in girls than in boys.",
		"MillNet outperforms the biaffine parser by 2 points, but it is slower than the chart parser.",
		"Rust occurred in 9% of fields with early sowing and in 17% of fields with late sowing.",
		"Antibodies fell in most millers.",
		"Bran was associated with rust.",
		"Whether the bound holds for wide graphs remains open.",
		"Yield did not differ between lines.",
		"The rate is up to 4 times that of coal.",
		"Early sowing may reduce rust of maize.",
		"The catalyst loses activity within days unless water is removed.",
	}
	for sentence, want := range map[string]string{
		"Bakers had higher antibodies than millers in the north " + mark + ".":       "",
		"Millers had higher antibodies than bakers in the north " + mark + ".":       "the paper contradicts “higher”",
		"Bakers had lower antibodies than millers in the north " + mark + ".":        "the paper compares “Bakers” the other way around",
		"The link was weaker in boys than in girls " + mark + ".":                    "",
		"The link was stronger in boys than in girls " + mark + ".":                  "the paper compares “boys” the other way around",
		"The biaffine parser outperforms MillNet " + mark + ".":                      "the paper compares “parser” the other way around",
		"The biaffine parser is outperformed by MillNet " + mark + ".":               "",
		"Rust occurred in 17% of fields with early sowing " + mark + ".":             "the paper gives the number 17 for something else",
		"Rust occurred in 17% of fields with late sowing " + mark + ".":              "",
		"Antibodies fell in all millers " + mark + ".":                               "the paper makes a weaker statement than “all”",
		"Bran causes rust " + mark + ".":                                             "the sentence claims a cause (“causes”), but the paper reports only an association",
		mark + " prove that the bound holds for wide graphs.":                        "the paper leaves this open: “whether the bound holds for wide graphs remains”",
		mark + " ask whether the bound holds for wide graphs.":                       "",
		"MillNet outperforms the biaffine parser by at least 2 points " + mark + ".": "",
		"The rate is at least 4 times that of coal " + mark + ".":                    "the paper contradicts the bound “at least 4”",
		"The rate is up to 4 times that of coal " + mark + ".":                       "",
		"Yield differed between lines " + mark + ".":                                 "the paper negates “differ”, but the sentence does not",
		"Early sowing always reduces rust of maize " + mark + ".":                    "the paper makes a weaker statement than “always”",
		"The catalyst does not lose activity within days " + mark + ".":              "the sentence negates “lose”, but the paper does not",
	} {
		if e := Examine(sentence, paper); e.Flaw != want {
			t.Errorf("%s: %q, want %q", sentence, e.Flaw, want)
		}
	}
}

func TestOwnWork(t *testing.T) {
	for sentence, want := range map[string]string{
		"In addition, we use " + mark + ".":                                "we use",
		"Our approach is similar to " + mark + ".":                         "Our approach",
		"This is close to the approach of " + mark + " in this section.":   "in this section",
		"Embeddings were trained following " + mark + ".":                  "were trained",
		"According to " + mark + ", differences were assessed by readers.": "",
		mark + " show that US courts use forms.":                           "",
		"Type I errors were reported by " + mark + ".":                     "",
		mark + " use transformers that were trained on text.":              "",
		"The paper of " + mark + " asks which parser helps us.":            "us",
		"In this work " + mark + " is the baseline.":                       "In this work",
	} {
		if got := OwnWork(sentence); got != want {
			t.Errorf("%s: %q, want %q", sentence, got, want)
		}
	}
}

func TestEvidenceIsThePassageThatShowsMost(t *testing.T) {
	e := Examine("Gains of 1% BLEU come from the best smoothing techniques "+mark+".", passages)
	if e.Evidence != 3 || len(e.Features) != len(FeatureNames) {
		t.Errorf("%d of %v, %d features", e.Evidence, e.Group, len(e.Features))
	}
	if e = Examine(mark+" bake bread.", passages); e.Evidence != -1 || e.Flaw == "" || e.Probability() >= Threshold() {
		t.Errorf("%+v", e)
	}
}

func TestDamagedWeightsAreRefused(t *testing.T) {
	head := func(change func(*forestHead), nodes ...node) []byte {
		h := forestHead{Format: forestFormat, Features: FeatureNames, Roots: []int32{0}, Nodes: len(nodes)}
		change(&h)
		line, _ := json.Marshal(h)
		data, _ := binary.Append(append(line, '\n'), binary.LittleEndian, nodes)
		return data
	}
	same := func(*forestHead) {}
	leaf := node{Feature: -1}
	for name, data := range map[string][]byte{
		"empty":          nil,
		"a loop":         head(same, node{Feature: 0, Left: 0, Right: 0}),
		"beyond the end": head(same, node{Feature: 0, Left: 1, Right: 7}, leaf),
		"a feature":      head(same, node{Feature: 9999, Left: 1, Right: 1}, leaf),
		"other features": head(func(h *forestHead) { h.Features = h.Features[1:] }, leaf),
		"a format":       head(func(h *forestHead) { h.Format = 9 }, leaf),
		"cut off":        head(func(h *forestHead) { h.Nodes = 2 }, leaf),
		"a root":         head(func(h *forestHead) { h.Roots = []int32{5} }, leaf),
	} {
		if _, err := readForest(bytes.NewReader(data)); err == nil {
			t.Errorf("%s: read without an error", name)
		}
	}
	if _, err := readForest(bytes.NewReader(head(same, leaf))); err != nil {
		t.Error(err)
	}
}

func FuzzExamine(f *testing.F) {
	f.Add(mark+" show that 3 parsers don't fail.", passages[0], passages[1])
	f.Add(strings.Repeat("not ", 500), strings.Repeat("x", 5000), "\x00\xff")
	f.Add("9,9.9,9·9% of 1e9", "½ ٣ 3", "")
	f.Fuzz(func(t *testing.T, claim, title, passage string) {
		e := Examine(claim, []string{title, passage})
		if len(e.Features) != len(FeatureNames) || e.Evidence >= 2 {
			t.Fatalf("%+v", e)
		}
		if p := e.Probability(); !(p >= 0 && p <= 1) {
			t.Fatalf("probability %f", p)
		}
	})
}

func BenchmarkExamine(b *testing.B) {
	paper := append(passages[:len(passages):len(passages)], strings.Split(strings.Repeat("Earlier systems estimate phrase tables by counting aligned words in parallel text.|", 300), "|")...)
	for b.Loop() {
		Examine(mark+" show that smoothing the phrasetable yields gains of 1% BLEU on four language pairs.", paper).Probability()
	}
}

func TestWhatAPaperNamesAsItsOwnIsMeantByOurMethod(t *testing.T) {
	own := []string{
		"Sentence representation by operations",
		"We propose InterSent, an end-to-end framework for sentence embeddings.",
		"Our method improves the interpretability of embeddings on four tasks.",
	}
	two := append(own[:2:2], "We also introduce MinMax.", "We present SentBench, a set of tasks.", own[2])
	claim := "X show that InterSent improves the interpretability of embeddings on four tasks."
	if e := Examine(claim, own); strings.HasPrefix(e.Reason(), "no passage connects “InterSent”") {
		t.Errorf("%q: %s", claim, e.Reason())
	}
	if named := withOwnName(own); named[2] != "Our method InterSent improves the interpretability of embeddings on four tasks." {
		t.Errorf("read as %q", named[2])
	}
	if named := withOwnName(two); named[4] != own[2] {
		t.Errorf("where either of two may be meant: %q", named[4])
	}
}
