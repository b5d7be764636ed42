package text

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTokensAreFoldedWords(t *testing.T) {
	for source, want := range map[string]string{
		"Max-pooling, mean pooling":      "max pooling mean pooling",
		"Gödel's naïve Łukasz Straße":    "godel naive lukasz strasse",
		"don't BERT-base (12 layers)":    "don't bert base 12 layers",
		"神经网络 and ニューラル":                 "神 经 网 络 and ニ ュ ー ラ ル",
		"α-synuclein at 37.5 °C 😀 works": "α synuclein at 37 5 c works",
		"x \u0301 y":                     "x y",
		"Zipf’s law, don’t":              "zipf law don't",
		"":                               "",
	} {
		var words []string
		for _, token := range Tokens(source) {
			words = append(words, token.Text)
		}
		if got := strings.Join(words, " "); got != want {
			t.Errorf("Tokens(%q) = %q, want %q", source, got, want)
		}
	}
}

func TestTermsAreStemsAndBigramsWithoutStopWords(t *testing.T) {
	var terms []string
	EachTerm("Neural networks of the brain, recurrent neural-network models.", func(term string, _ bool) {
		terms = append(terms, term)
	})
	want := []string{"neural", "network", "neural network", "brain", "recurr", "neural", "recurr neural", "network", "neural network", "model", "network model"}
	if diff := cmp.Diff(want, terms); diff != "" {
		t.Error(diff)
	}
}

func TestPhrasesOfAnyLengthMatchAsPhrases(t *testing.T) {
	source := "We use a bag of words model, and statistical machine translation systems; machine, translation."
	for phrase, want := range map[string]bool{
		"bag of words":                    true,
		"bags of word":                    true,
		"statistical machine translation": true,
		"machine translation system":      true,
		"machine systems":                 false,
		"words bag":                       false,
		"translation systems machine":     false,
		"we use a bag of words":           true,
		"bag of words model: and":         true,
		"systems; machine, translation":   true,
		"systems machine":                 false,
	} {
		if got := NewPhrase(phrase).In(source); got != want {
			t.Errorf("%q is in: %v, want %v", phrase, got, want)
		}
	}
}

func TestSentencesOfScientificProse(t *testing.T) {
	for _, want := range [][]string{
		{"As shown in Fig. 3, it works.", "Then Eq. (4) follows."},
		{"We follow Smith et al. (2010) here.", "It helps, e.g. BERT, a lot."},
		{"J. K. Rowling wrote this.", "Not that."},
		{"It scores 3.5 points (see Sec. 4. Results are there) on average.", "Good!"},
		{"Is it so?", "Yes, cf. Table 2."},
		{"The U.S. Government paid."},
		{"Results vs. Baselines differ by approx. 5 %.", "We stop."},
		{"They lack vitamin C.", "The rest is well."},
		{"Is there one?", "No.", "Nothing was found in No. 5."},
		{"It was absorbed.28", "Besides, it grew.[4–6,9]", "These see v1.2 Beta and p.7 Top."},
		{"1. Introduction to it.", "We begin."},
		{"As Smith et al. [CITE] argue, it works.", "So say Doe et al. [3] and others.", "It was seen by Smith et al.", "They left."},
	} {
		source := strings.Join(want, " ")
		var got []string
		for _, span := range Sentences(source) {
			got = append(got, source[span.Start:span.End])
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

func TestSentencesSpanLineBreaksButNotBlankLines(t *testing.T) {
	source := "We show that\nmodels work. They\r\nscale\n\nNext paragraph"
	var got []string
	for _, span := range Sentences(source) {
		got = append(got, source[span.Start:span.End])
	}
	want := []string{"We show that\nmodels work.", "They\r\nscale", "Next paragraph"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestFoldedWords(t *testing.T) {
	if got, want := FoldedWords("  {Étude}: A Pre-trained—Model? "), "etude a pre trained model"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func FuzzText(f *testing.F) {
	f.Add("We follow Smith et al. (2010). It's é神经 good.")
	f.Fuzz(func(t *testing.T, s string) {
		end := 0
		for _, token := range Tokens(s) {
			if token.Start < end || token.End <= token.Start || token.End > len(s) {
				t.Fatalf("token %v after %d in %q", token, end, s)
			}
			end = token.End
		}
		end = 0
		for _, span := range Sentences(s) {
			if span.Start < end || span.End <= span.Start || span.End > len(s) {
				t.Fatalf("sentence %v after %d in %q", span, end, s)
			}
			end = span.End
		}
		EachTerm(s, func(term string, _ bool) {
			if term == "" || strings.TrimSpace(term) != term {
				t.Fatalf("term %q in %q", term, s)
			}
		})
	})
}

const abstract = `We present a formulation of non-projective dependency parsing as a polynomial-sized integer linear program. ` +
	`Our formulation is able to handle non-local output features in an efficient manner; not only is it compatible with prior knowledge encoded as hard constraints, it can also learn soft constraints from data. `

func BenchmarkEachTerm(b *testing.B) {
	b.SetBytes(int64(len(abstract)))
	for b.Loop() {
		EachTerm(abstract, func(string, bool) {})
	}
}

func BenchmarkPhraseIn(b *testing.B) {
	phrase := NewPhrase("soft constraints from the data")
	b.SetBytes(int64(len(abstract)))
	for b.Loop() {
		phrase.In(abstract)
	}
}
