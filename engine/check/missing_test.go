package check

import "testing"

// Reasons quote missing phrases as they are written and prefer the most topical ones.
func TestReasonsQuoteWhatIsMissing(t *testing.T) {
	for sentence, want := range map[string]string{
		"Smoothing phrasetables with whale bones in the arctic winter works " + mark + ".": "the paper does not mention “whale bones” or “arctic winter”",
		"Whales and walruses smooth phrasetables " + mark + ".":                            "the paper does not mention “Whales” or “walruses”",
	} {
		if e := Examine(sentence, passages); e.Reason() != want {
			t.Errorf("%s: %q, want %q", sentence, e.Reason(), want)
		}
	}
}
