package determiner_test

import (
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/determiner"
	"github.com/scilit-lsp/scilit-lsp/internal/growth"
)

func TestTitlesGetTheirArticles(t *testing.T) {
	for title, want := range map[string]string{
		"tree representations in transition system for RST parsing": "tree representations in a transition system for RST parsing",
		"investigation of WRKY gene family in pineapple":            "investigation of the WRKY gene family in pineapple",
		"resistance using genome-wide association study":            "resistance using a genome-wide association study",
		"optimization of saccharification potential of xylanase":    "optimization of the saccharification potential of xylanase",
		"identification and characterization of RNAs in maize":      "the identification and characterization of RNAs in maize",
		"effects of temperature on growth of wheat":                 "the effects of temperature on the growth of wheat",
		"milk vetch as cover crop":                                  "milk vetch as a cover crop",
		"editing of tomato genome":                                  "editing of the tomato genome",
	} {
		if got := determiner.Restore(title); got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}

func TestNothingIsInsertedWhereNoArticleIsNeeded(t *testing.T) {
	for _, title := range []string{
		"expression of genes in rice under drought stress",
		"two types of algorithm per plant",
		"the hybridizable discontinuous Galerkin (HDG) method",
		"a model for Arabic image captioning",
		"Parkinson's disease model",
		"",
		"of of of the",
		"scheduling of period and sporadic tasks",
		"dark-count rate for superconducting nanowire single-photon detector",
		"a nanomagnetic reservoir computing platform",
		"the changing face of strategy in wheat",
		"fire severity across gradients of climate",
	} {
		if got := determiner.Restore(title); got != title {
			t.Errorf("%q became %q", title, got)
		}
	}
}

func FuzzRestore(f *testing.F) {
	f.Add("tree representations in transition system")
	f.Add("of a/b-c (d) \u00ad system of system - of")
	f.Fuzz(func(t *testing.T, title string) {
		got, words := determiner.Restore(title), strings.Fields(title)
		for word := range strings.FieldsSeq(got) {
			switch {
			case len(words) > 0 && word == words[0]:
				words = words[1:]
			case word != "a" && word != "an" && word != "the" && !(len(words) > 0 && strings.HasSuffix(words[0], word)):
				t.Fatalf("%q became %q", title, got)
			}
		}
	})
}

func TestGrowthOfRestore(t *testing.T) {
	seeds := growth.Repeat("system of ", "in transition system ", "-a", "and system ")
	growth.Linear(t, seeds, func(s string) { determiner.Restore(s) })
}
