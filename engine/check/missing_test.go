package check

import "testing"

// Reasons quote what the paper lacks as it is written, the most topical phrases first of all.
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
