package compose

import (
	"strings"
	"testing"
)

// sentencesOf returns the sentences offered for a paper, with "@" in place of the citation.
func sentencesOf(w Work) (all []string) {
	for _, s := range statementsOf(w) {
		if sentence, ok := s.Textual(false, AsPaper); ok {
			all = append(all, strings.ReplaceAll(sentence, Mark, "@"))
			continue
		}
		sentence, _ := s.Parenthetical(AsPaper)
		all = append(all, strings.ReplaceAll(sentence, Mark, "@"))
	}
	return all
}

func TestDashesBetweenPairsAreNoAside(t *testing.T) {
	for abstract, want := range map[string]string{
		"We evaluate similar language translation on Spanish – Portuguese, Czech – Polish, and Hindi – Nepali.":    "@ evaluate similar language translation on Spanish – Portuguese, Czech – Polish, and Hindi – Nepali.",
		"We evaluate machine translation on English – French and German – Czech with new test sets.":               "@ evaluate machine translation on English – French and German – Czech with new test sets.",
		"We compare source – target and target – source alignments of parallel sentences.":                         "@ compare source – target and target – source alignments of parallel sentences.",
		"We present a parser – a program that few have seen – for the dependency trees of spoken German dialogue.": "@ present a parser for the dependency trees of spoken German dialogue.",
	} {
		got := sentencesOf(Work{Title: "Translation", Abstract: []Source{{Text: abstract}}})
		if len(got) != 1 || got[0] != want {
			t.Errorf("%q is offered as %q, want %q", abstract, got, want)
		}
	}
}

func TestDamagedSentencesAreRepairedOrNotOffered(t *testing.T) {
	w := Work{
		Title:    "Why we model speech",
		Abstract: []Source{{Text: "We describe methods for the translation of speech with a large-scale phrase table: news programmes and spoken language."}},
	}
	for damaged, want := range map[string]string{
		"We compare methodsfor the translation of speech with dictionaries.":                        "@ compare methods for the translation of speech with dictionaries.",
		"We build a largescale phrase table from the transcripts of news.":                          "@ build a large-scale phrase table from the transcripts of news.",
		"We compare translation memories with dictionaries of speech.We call them news programmes.": "@ compare translation memories with dictionaries of speech.",
		"We a.re comparing translation memories with dictionaries of spoken language.":              "",
		"We train a translamodel on the transcripts of news programmes.":                            "",
		"We compare 'translation memories with dictionaries of spoken language.":                    "",
		"We compare “translation memories with dictionaries of spoken language.":                    "",
		"We compare translation memories with 's dictionary of spoken language.":                    "",
		"We compare (translation memories with dictionaries of spoken language.":                    "",
		"We compare the learners' translations with dictionaries of speech.":                        "@ compare the learners' translations with dictionaries of speech.",
		"We compare 'translation memories' with dictionaries of spoken language.":                   "@ compare 'translation memories' with dictionaries of spoken language.",
	} {
		w.Body = []Source{{Text: damaged, Section: "Introduction"}}
		got := sentencesOf(w)
		if want == "" {
			if len(got) != 1 {
				t.Errorf("%q is offered: %q", damaged, got[1:])
			}
			continue
		}
		if len(got) < 2 || got[1] != want {
			t.Errorf("%q is offered as %q, want %q", damaged, got[1:], want)
		}
	}
}

// "NMT" must not become "Neural machine translation" inside a sentence.
func TestLongFormsHaveCapitalsThroughoutOrNotAtAll(t *testing.T) {
	got := strings.Join(sentencesOf(Work{
		Title: "Documents in machine translation",
		Abstract: []Source{
			{Text: "Neural Machine Translation (NMT) reads one sentence at a time."},
			{Text: "We propose a document-level NMT model for the novels of one author."},
		},
	}), "\n")
	if !strings.Contains(got, "document-level neural machine translation model") {
		t.Errorf("the long form is written with mixed capitals:\n%s", got)
	}
}

// Sentences that lack a subject, describe the study itself or state a gap are not facts.
func TestAFactHasASubjectAndIsNoGap(t *testing.T) {
	for _, abstract := range []string{
		"Conducted 9 experiments with a total of 663 undergraduates using the technique of priming.",
		"Examined the encoding of pictures and words in a priming task with superordinate categories.",
		"The current findings lend support to feature overlap theories of priming in older adults.",
		"Moreover, the current findings lend support to feature overlap theories of priming in adults.",
		"Up to now, there have only been a few reviews on the pattern of failure following resection.",
	} {
		if got := sentencesOf(Work{Title: "Priming", Abstract: []Source{{Text: abstract}}}); len(got) != 0 {
			t.Errorf("%q is offered as %q", abstract, got)
		}
	}
	kept := "Printed words are activated together with their sounds in skilled readers of English."
	if got := sentencesOf(Work{Title: "Priming", Abstract: []Source{{Text: kept}}}); len(got) != 1 {
		t.Errorf("%q is offered as %q", kept, got)
	}
}

func TestSentencesWithGluedWordsAreNotOffered(t *testing.T) {
	for _, abstract := range []string{
		"We find that density fluctuations have the sameactivation energy as the shear viscosity.",
		"We find that relaxation in the hightemperature limit follows the shear viscosity of the liquid.",
		"We present a family of algorithms to compute good estimates We test the method on Hebrew texts.",
		"Wedescribe new lookup algorithms for phrases with gaps.",
		"We propose a parser that is trained on noveldatasets of spoken dialogue.",
	} {
		if got := sentencesOf(Work{Title: "Relaxation", Abstract: []Source{{Text: abstract}}}); len(got) != 0 {
			t.Errorf("%q is offered as %q", abstract, got)
		}
	}
	for _, abstract := range []string{
		"We find that the noninteracting electrons of a preregistered sample follow one law.",
		"We propose a multigranular parser for underresourced languages and their microtomographic images.",
	} {
		if got := sentencesOf(Work{Title: "Relaxation", Abstract: []Source{{Text: abstract}}}); len(got) != 1 {
			t.Errorf("%q is offered as %q", abstract, got)
		}
	}
}

func TestAnnouncementsAndNoticesAreNotOffered(t *testing.T) {
	for _, s := range []string{
		"Findings are discussed in relation to anthropological, biological, and psychological research.",
		"Users should refer to the original published version of the material for the full abstract.",
	} {
		w := Work{Title: "Rye in the north", Abstract: []Source{{Text: "We show that rye survives frost in the north."}, {Text: s}}}
		if got := sentencesOf(w); len(got) != 1 && len(got) != 2 || strings.Contains(strings.Join(got, " "), s[:12]) {
			t.Errorf("%q", got)
		}
	}
}

func TestACutKeepsTheVerbOfAnAuxiliary(t *testing.T) {
	got := sentencesOf(Work{Title: "Seismic images", Abstract: []Source{{Text: "The simulations show that the impact of heat on the " +
		"seismic response is minor, but that its impact on the estimated mass is large and can, with the help of multiphase " +
		"fluid flow simulations, be explained mostly by the impact on the density of the gas."}}})
	for _, s := range got {
		if strings.Contains(s, "large and can") && !strings.Contains(s, "be explained") {
			t.Errorf("%q", s)
		}
	}
	if len(got) == 0 {
		t.Error("nothing is offered")
	}
}
