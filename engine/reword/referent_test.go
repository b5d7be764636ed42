package reword

import (
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
)

func TestWhatPointsBackIsNamedOrCounted(t *testing.T) {
	abstract := []string{
		"We present TextTiling, a lexical segmentation algorithm.",
		"A parser for Dutch and a parser for German were trained on holy and sweet basil reports.",
		"A statistical tagger and a neural tagger were compared.",
		"They were compared by the Fisher's test.",
	}
	for _, c := range []struct {
		sentence, known, want string
		loose                 int
	}{
		{"@ show that the algorithm finds most boundaries.", "", "@ show that the lexical segmentation algorithm finds most boundaries.", 0},
		{"@ show that the algorithm for German finds most boundaries.", "", "", 0},
		{"@ find that their new algorithm is fast.", "", "@ find that their lexical segmentation algorithm is fast.", 0},
		{"@ find that the tagger is fast.", "", "", 1},                           // two taggers
		{"@ find that the tagger is fast.", "Taggers and a tagger help.", "", 0}, // the reader knows it
		{"Markers were found in leaves of both species @.", "", "", 1},
		{"Markers were found in rice and wheat, and both species grow @.", "", "", 0},
		{"SSR and SNP markers were found in leaves of both species with roots @.", "", "", 1},
		{"@ find that the two methods agree.", "", "", 1},
		{"@ compare two parsers and find that the two parsers agree.", "", "", 0},
		{"@ show that the method is fast.", "", "", 1}, // introduced nowhere
		{"@ propose a method and show that the method is fast.", "", "", 0},
		{"@ measured the temperature.", "", "", 0},
		{"@ find that the test is too strict.", "", "@ find that Fisher's test is too strict.", 0},
	} {
		copied := strings.ReplaceAll(c.sentence, "@", Mark)
		said, loose := NewAntecedents(abstract).Resolve(copied, len(abstract), []string{c.known})
		want := c.want
		if want == "" {
			want = c.sentence
		}
		if said = strings.ReplaceAll(said, Mark, "@"); said != want || loose != c.loose {
			t.Errorf("%q\nbecomes %q, %d loose\nwant    %q, %d", c.sentence, said, loose, want, c.loose)
		}
	}
	later := strings.ReplaceAll("@ show that the algorithm is fast.", "@", Mark)
	if said, _ := NewAntecedents(abstract).Resolve(later, 0, nil); said != later {
		t.Errorf("a sentence is resolved by what follows it: %q", said)
	}
}

func TestUnsoundSentencesAreFound(t *testing.T) {
	for sentence, want := range map[string]bool{
		"@ show that the parser learns agreement well.":                        true,
		"The number of errors in long sentences are small @.":                  true,
		"Parsers and taggers are used in many systems @.":                      true,
		"A new multispectral index, the Red Edge Disease Stress Index @.":      false,
		"@ show that endothelial cells is one of the sources.":                 false,
		"While be used as an adverb, the discourse use starts a digression @.": false,
		"4.4 German system The language pair is challenging @.":                false,
	} {
		if got := Sound(strings.ReplaceAll(sentence, "@", Mark)); got != want {
			t.Errorf("Sound(%q) = %v", sentence, got)
		}
	}
}

func TestASubordinateClauseAloneIsUnsound(t *testing.T) {
	for sentence, want := range map[string]bool{
		"While the kernel is random at initialization " + Mark + ".":                          false,
		"Although embeddings have been shown to produce richer representations " + Mark + ".": false,
		"When a field has many stones " + Mark + ".":                                          false,
		"If the soil is dry the plants die " + Mark + ".":                                     true,
		"Because of its size the brain needs much energy " + Mark + ".":                       true,
		"While the kernel is random at initialization, it is constant later " + Mark + ".":    true,
	} {
		if got := Sound(sentence); got != want {
			t.Errorf("Sound(%q) = %v", sentence, got)
		}
	}
}

func TestActsOfTheAuthors(t *testing.T) {
	p := NewPaper("", []string{"We found higher gene expression and leaves in rice."}, nil)
	for sentence, want := range map[string]string{
		"Higher gene expression in O. basilicum was measured through qPCR @.": "@ measured higher gene expression in O. basilicum through qPCR.",
		"The leaves were carefully collected from rice @.":                    "@ carefully collected the leaves from rice.",
		"Smith was observed in the field @.":                                  "",
		"The effect was measured by others @.":                                "",
		"The effect was not measured in rice @.":                              "",
		"The effect has been measured in rice @.":                             "",
		"The effect is measured in rice @.":                                   "",
		"Two sensors are used to monitor the growth of rice @.":               "@ used two sensors to monitor the growth of rice.",
		"Higher gene expression in rice is emphasized @.":                     "@ emphasized higher gene expression in rice.",
		"Two isoforms are found in mammals @.":                                "",
		"The leaves are used to feed animals @.":                              "",
		"No effect was observed in rice @.":                                   "",
		"The effect was measured in rice and differed in wheat @.":            "",
	} {
		said, _ := p.Act(strings.ReplaceAll(sentence, "@", Mark), english.Past)
		if said = strings.ReplaceAll(said, Mark, "@"); said != want {
			t.Errorf("%q\nbecomes %q\nwant    %q", sentence, said, want)
		}
	}
}

func TestProceduresAreFound(t *testing.T) {
	for sentence, want := range map[string]bool{
		"Measurements were made with protons @.":                           false,
		"Dyads were videotaped in their homes @.":                          true,
		"The limits of the method are discussed in detail @.":              true,
		"Two sensors are used to monitor the growth of rice @.":            true,
		"The role of shade for young plants is highlighted @.":             true,
		"The effect is measured in rice @.":                                false,
		"The leaves were sequenced after six days @.":                      true,
		"The gene was identified in rice @.":                               false,
		"The effect was not studied in rice @.":                            false,
		"The effect was studied by others @.":                              false,
		"The effect has been studied for years @.":                         false,
		"Rice is grown in many regions @.":                                 false,
		"A number of explanations have been proposed @.":                   true,
		"The children were examined and had fewer cavities than adults @.": false,
		"Patients are recruited to clubs @.":                               false,
		"A number of explanations have been proposed in rice @.":           false,
	} {
		if got := IsProcedure(strings.ReplaceAll(sentence, "@", Mark)); got != want {
			t.Errorf("%q: %v", sentence, got)
		}
	}
}

func TestNounsForActionsBecomeVerbs(t *testing.T) {
	for sentence, want := range map[string]string{
		"@ discuss the application of synchronous grammars to concrete examples of long texts.": "@ discuss how to apply synchronous grammars to concrete examples of lengthy texts.",
		"@ report the development of linear models of long words.":                              "@ developed linear models of long words.",
	} {
		p, copied, _ := paperOf(sentence)
		w, _ := p.Own(copied)
		if said := strings.ReplaceAll(w.Text, Mark, "@"); said != want {
			t.Errorf("%q\nwant %q", said, want)
		}
	}
	p, copied, _ := paperOf("@ discuss a preliminary application of synchronous grammars to concrete examples of their texts.")
	if w, ok := p.Own(copied); ok && strings.Contains(w.Text, "apply") {
		t.Errorf("an adjective is lost: %q", w.Text)
	}
}
