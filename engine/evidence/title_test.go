package evidence

import (
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A title supports no claim, however many words they share: it only names a topic.
func TestATitleAloneSupportsNothing(t *testing.T) {
	for claim, p := range map[string]*engine.Paper{
		"Label smoothing helps neural machine translation of long sentences.": {
			Title:    "When does label smoothing help neural machine translation of long sentences?",
			Abstract: "We train networks with soft targets. We discuss the penultimate layer and its clusters.",
		},
		"Attention improves machine translation without recurrent networks.": {
			Title:    "Attention improves machine translation without recurrent networks",
			Abstract: "We trained several models on eight machines. The code is public.",
		},
		"BLEU evaluates machine translation without reference translations.": {
			Title:    "BLEU for the evaluation of machine translation without reference translations",
			Abstract: "Human evaluations are extensive but expensive. We propose a method that is quick and inexpensive.",
		},
	} {
		p.Abstract = strings.TrimSpace(p.Abstract)
		found, err := Finder{}.Find(t.Context(), Claim{Text: claim}, p)
		if err != nil || found.Relation == Supports || found.Support >= supportedFrom {
			t.Errorf("%s: %s, support %.2f, %q, %v", claim, found.Relation, found.Support, found.Sentence.Text, err)
		}
	}
}
