package compose

import (
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/internal/growth"
)

func TestAnAbbreviationIsDefinedOnce(t *testing.T) {
	before := Defined([]string{"We study information retrieval (IR) and natural language processing (NLP)."})
	for s, want := range map[string]string{
		"@ improve information retrieval (IR) by pooling.":                      "@ improve IR by pooling.",
		"Information retrieval (IR) needs natural language processing (NLP) @.": "IR needs NLP @.",
		"@ propose a natural language processing (NLP) pipeline.":               "@ propose a natural language processing pipeline.",
		"@ measure infrared radiation (IR) of cells.":                           "@ measure infrared radiation (IR) of cells.",
		"@ call it “an information retrieval (IR) task”.":                       "@ call it “an information retrieval (IR) task”.",
		"@ improve information retrieval.":                                      "@ improve information retrieval.",
		"@ study question answering (QA).":                                      "@ study question answering (QA).",
		"(IR) @.":                                                               "(IR) @.",
	} {
		if got := Shortened(s, before); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	const same = "We study information retrieval (IR)."
	if got := Shortened(same, nil); got != same {
		t.Errorf("without definitions: %q", got)
	}
}

func TestGrowthOfShortened(t *testing.T) {
	before := map[string]string{"IR": "information retrieval", "A": ""}
	growth.Linear(t, growth.Repeat("information retrieval (IR) ", "(IR)", "“", "a (IR) "), func(s string) {
		Shortened(s, before)
		Defined(strings.SplitAfter(s, ") "))
	})
}
